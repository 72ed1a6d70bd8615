import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createSigner, type Signer } from "gateway/server/signer";
import { readVisit, type Visit } from "../visit";

/** The header that asks a portal how it sees the request. The question must be signed with the site's secret. */
export const doctorHeader = "x-portal-doctor";
/** The path of the question: load balancers use it, so proxies let it through. */
export const selfReportPath = "/healthz";

/** How a portal sees a request. */
export interface SelfReport {
  /** Protocol, host and address as the portal reads them; null if it refuses the host. */
  visit: Visit | null;
  /** The address of the connection. */
  peer: string;
  /** The proxy's headers, unchanged. */
  forwarded: { for: string | null; proto: string | null; host: string | null };
  trustProxy: boolean;
  /** The portal's clock, in milliseconds. */
  now: number;
}

/** Creates a signed question. */
export function askForReport(signer: Signer): string {
  const nonce = randomBytes(16).toString("base64url");
  return `${nonce}.${signer.sign("doctor asks", nonce)}`;
}

/** Reads the report from an answer; null if the answer is not a report or its signature is wrong. */
export function readReport(signer: Signer, question: string, text: string): SelfReport | null {
  const [signature = "", ...rest] = text.split("\n");
  const report = rest.join("\n");
  if (!signer.verifies("doctor is told", `${question}\n${report}`, signature)) return null;
  return JSON.parse(report) as SelfReport;
}

const header = (value: string | string[] | undefined) =>
  (Array.isArray(value) ? value.join(", ") : value) ?? null;

/** Answers a signed question and returns true; returns false for every other request. */
export function createSelfReport(
  secrets: readonly string[],
  trustProxy: boolean,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const signer = createSigner(secrets);
  return (request, response) => {
    const { headers, url } = request;
    const token = headers[doctorHeader];
    if (typeof token !== "string" || url?.split("?", 1)[0] !== selfReportPath) return false;
    const [nonce = "", signature = ""] = token.split(".");
    if (!signer.verifies("doctor asks", nonce, signature)) return false;
    const forwarded = {
      for: header(headers["x-forwarded-for"]),
      proto: header(headers["x-forwarded-proto"]),
      host: header(headers["x-forwarded-host"]),
    };
    const report: SelfReport = {
      visit: readVisit(request, trustProxy),
      peer: request.socket.remoteAddress ?? "",
      forwarded,
      trustProxy,
      now: Date.now(),
    };
    const text = JSON.stringify(report);
    response
      .writeHead(200, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" })
      .end(`${signer.sign("doctor is told", `${token}\n${text}`)}\n${text}`);
    return true;
  };
}
