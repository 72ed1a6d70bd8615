import { AsyncLocalStorage } from "node:async_hooks";
import { logWarning } from "contract/base/log";
import { asTraceparent } from "contract/base/request-id";
import { type SpanDescription, traceBy } from "contract/base/trace";
import type { Environment } from "../environment";

/** The span of a whole request. */
export interface RequestSpan {
  /** The W3C trace context for further requests. */
  traceparent: string;
  end(route: string, status: number): void;
}

export interface RequestTracing {
  /** @param requestId becomes the trace id if it is a UUID @param from the trace context of the request */
  begin(requestId: string, from: string | undefined, method: string): RequestSpan;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

/** An unreachable collector must not delay a stop for longer. */
const closeMilliseconds = 2_000;

/** A request id as a trace id of 32 hexadecimal digits; null if it has another form. */
function asTraceId(requestId: string): string | null {
  const digits = requestId.replaceAll("-", "").toLowerCase();
  return /^(?!0{32})[0-9a-f]{32}$/.test(digits) ? digits : null;
}

/**
 * Traces this thread if OTEL_EXPORTER_OTLP_ENDPOINT is set; otherwise returns null and loads nothing. OpenTelemetry reads
 * its own variables for samplers, batches and headers.
 */
export async function startTracing(
  { otlpEndpoint, otlpName }: Pick<Environment, "otlpEndpoint" | "otlpName">,
  program: "portal" | "gateway",
): Promise<RequestTracing | null> {
  if (!otlpEndpoint) return null;
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace-base"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } = api;
  const exporter = new OTLPTraceExporter({ url: `${otlpEndpoint.replace(/\/+$/, "")}/v1/traces` });
  let isAway = false;
  const exportSpans: typeof exporter.export = (spans, done) =>
    exporter.export(spans, (result) => {
      // Code 0 is success. Each outage is logged once.
      if (result.code !== 0 && !isAway) logWarning("链路追踪的数据送不出去：", result.error);
      isAway = result.code !== 0;
      done(result);
    });
  // The trace gets the id of the request.
  const random = new sdk.RandomIdGenerator();
  let nextTraceId: string | null = null;
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": otlpName ?? program }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        export: exportSpans,
        shutdown: () => exporter.shutdown(),
        forceFlush: () => exporter.forceFlush(),
      }),
    ],
    idGenerator: {
      generateTraceId: () => nextTraceId ?? random.generateTraceId(),
      generateSpanId: () => random.generateSpanId(),
    },
  });
  const tracer = provider.getTracer("portal");
  type Context = typeof ROOT_CONTEXT;
  const under = new AsyncLocalStorage<Context>();

  function contextOf(traceparent: string | undefined): Context | null {
    const [, traceId = "", spanId = "", flags = ""] = asTraceparent(traceparent)?.split("-") ?? [];
    if (!traceId) return null;
    const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
  }

  async function step<Result>(spanOf: () => SpanDescription, work: () => Promise<Result>): Promise<Result> {
    const parent = under.getStore();
    if (!parent) return work();
    const { name, attributes } = spanOf();
    const span = tracer.startSpan(name, { attributes }, parent);
    try {
      return await under.run(trace.setSpan(parent, span), work);
    } catch (error) {
      // The message is left out: it may quote what people typed.
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }
  traceBy({
    step,
    within(traceparent, work) {
      const context = contextOf(traceparent);
      return context ? under.run(context, work) : work();
    },
  });

  return {
    begin(requestId, from, method) {
      const parent = contextOf(from);
      nextTraceId = parent ? null : asTraceId(requestId);
      const attributes = { "http.request.method": method, "portal.request_id": requestId };
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent ?? ROOT_CONTEXT);
      nextTraceId = null;
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
        end(route, status) {
          span.updateName(`${method} ${route}`);
          span.setAttributes({ "http.route": route, "http.response.status_code": status });
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    async close() {
      traceBy(null);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, closeMilliseconds);
      });
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}
