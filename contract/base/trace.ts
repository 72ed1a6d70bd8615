/**
 * Spans of requests: their steps and durations. Nothing is traced until a program sets a tracer (server/watch/tracing.ts),
 * and then only within requests. Server side only.
 */
export interface SpanDescription {
  name: string;
  attributes: Record<string, string | number>;
}

export interface Tracing {
  /** Runs work as a span of the current request; without a span outside of requests. */
  step<Result>(spanOf: () => SpanDescription, work: () => Promise<Result>): Promise<Result>;
  /** Runs work under a span of another thread or process, given by its W3C trace context. */
  within<Result>(traceparent: string | undefined, work: () => Promise<Result>): Promise<Result>;
}

let tracing: Tracing | null = null;

/** Sets the tracer of this thread. */
export function traceBy(by: Tracing | null): void {
  tracing = by;
}

/** Runs work as a span of the current request. */
export const traced = <Result>(
  spanOf: () => SpanDescription,
  work: () => Promise<Result>,
): Promise<Result> => (tracing ? tracing.step(spanOf, work) : work());

/** Runs work under a span of another thread or process. */
export const tracedWithin = <Result>(
  traceparent: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> => (tracing ? tracing.within(traceparent, work) : work());

const statementMaximum = 1_500;

/** The span of a statement, without its values. */
export const statementStep = (text: string): SpanDescription => ({
  name: /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? "SQL",
  attributes: { "db.system.name": "postgresql", "db.query.text": text.slice(0, statementMaximum) },
});
