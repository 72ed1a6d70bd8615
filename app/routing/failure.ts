/** What a screen's error boundary shows: the data of every response that a loader or action throws (design 8). */
export interface Failure {
  kind: "login" | "forbidden" | "notFound" | "refused" | "unavailable" | "timeout" | "mismatch";
  /** Chinese, for people. */
  message: string;
  traceId: string;
}

export function isFailure(value: unknown): value is Failure {
  return typeof value === "object" && value !== null && "kind" in value && "message" in value && "traceId" in value;
}
