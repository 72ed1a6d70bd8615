/**
 * Spans: what a request went through, and how long each step took. Nothing is traced until a program says by what
 * (server/watch/tracing.ts), and then only within a request. Server side only.
 */
export interface SpanDescription {
  name: string;
  attributes: Record<string, string | number>;
}

export interface Tracing {
  /** Does work as a step of what is under way; by itself where nothing is. */
  step<Result>(spanOf: () => SpanDescription, work: () => Promise<Result>): Promise<Result>;
  /** Does work as a step of what another thread or process began, named by its W3C trace context. */
  within<Result>(traceparent: string | undefined, work: () => Promise<Result>): Promise<Result>;
}

let tracing: Tracing | null = null;

/** From now on the calling thread is traced. */
export function traceBy(by: Tracing | null): void {
  tracing = by;
}

/** Does work as a step of the request under way. */
export const traced = <Result>(
  spanOf: () => SpanDescription,
  work: () => Promise<Result>,
): Promise<Result> => (tracing ? tracing.step(spanOf, work) : work());

/** Does work as a step of what another thread or process began. */
export const tracedWithin = <Result>(
  traceparent: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> => (tracing ? tracing.within(traceparent, work) : work());

const statementMaximum = 1_500;

/** A statement as a step: its values stand beside it, and are left out. */
export const statementStep = (text: string): SpanDescription => ({
  name: /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? "SQL",
  attributes: { "db.system.name": "postgresql", "db.query.text": text.slice(0, statementMaximum) },
});
