import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { logRequest, logsJson } from "contract/base/log";
import { asRequestId, asTraceparent, traceIdOf } from "contract/base/request-id";
import { requestIdHeader, traceIdHeader, traceparentHeader } from "contract/base/wire";
import type { PlainRequest } from "../visit";
import { countRequest } from "./metrics";
import { fileRoute, routeOf } from "./request-route";
import type { RequestTracing } from "./tracing";

/** What is known about a running request, for the log and for the next service. */
export interface RequestNotes {
  /** The id of the request in all services, in every line of the log, and on error pages. */
  requestId: string;
  /** The trace context: the request's own span with tracing, otherwise the proxy's. */
  traceparent: string | undefined;
  /** By `performance.now()`. */
  startedAt: number;
  /** The caller's account, once it has been read. */
  account: number | undefined;
}

/** The status of an answer whose visitor left, as nginx counts it. */
const leftStatus = 499;
const header = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** The id of a request: the trusted proxy's (X-Request-Id, or its trace), another portal's, or a new one. */
function readIds({ headers }: IncomingMessage, trusted: boolean) {
  const traceparent = trusted ? asTraceparent(header(headers[traceparentHeader])) : undefined;
  const fromProxy = trusted ? asRequestId(header(headers[requestIdHeader])) : undefined;
  const requestId =
    fromProxy ?? traceIdOf(traceparent) ?? asRequestId(header(headers[traceIdHeader])) ?? randomUUID();
  return { requestId, traceparent };
}

let tracing: RequestTracing | null = null;

/** Sets the tracer of requests. */
export function traceRequests(by: RequestTracing | null): void {
  tracing = by;
}

/**
 * Records when a request arrived, and logs it when it is answered or the visitor leaves.
 * @param trusted whether a proxy in front may set the request's id
 */
export function watchRequest(
  request: IncomingMessage,
  response: ServerResponse,
  trusted: boolean,
): RequestNotes {
  const notes: RequestNotes = {
    ...readIds(request, trusted),
    startedAt: performance.now(),
    account: undefined,
  };
  // The original address: answering may change `request.url`.
  const { method = "", url = "/" } = request;
  const span = tracing?.begin(notes.requestId, notes.traceparent, method);
  if (span) notes.traceparent = span.traceparent;
  response.once("close", () => {
    const { requestId, account, startedAt } = notes;
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const status = response.writableFinished ? response.statusCode : leftStatus;
    const route = routeOf(url);
    // A person at a terminal watches pages, each of which fetches a dozen files.
    if (logsJson() || route !== fileRoute || status >= 400)
      logRequest({ requestId, method, route, status, ms, account });
    countRequest(method, route, status, ms);
    span?.end(route, status);
  });
  return notes;
}

const inMilliseconds = (value: number) => value.toFixed(1);

/** The Server-Timing header of a page: the time so far, and the gateway's part. */
export const serverTiming = ({ startedAt }: RequestNotes, gatewayMs: number): string =>
  `total;dur=${inMilliseconds(performance.now() - startedAt)}, gateway;dur=${inMilliseconds(gatewayMs)}`;

const idHeaders = new Set([traceIdHeader, requestIdHeader, traceparentHeader, "tracestate"]);

/** Replaces the ids in the request's headers by our own. */
export function withIds(
  request: PlainRequest,
  { requestId, traceparent }: Pick<RequestNotes, "requestId" | "traceparent">,
): PlainRequest {
  const headers = request.headers.filter(([name]) => !idHeaders.has(name.toLowerCase()));
  headers.push([traceIdHeader, requestId]);
  if (traceparent) headers.push([traceparentHeader, traceparent]);
  return { ...request, headers };
}
