import { isRouteErrorResponse } from "@remix-run/react";
/** The data of an error page: the data of every response that a loader or action throws. */
export interface Failure {
  kind: "login" | "forbidden" | "notFound" | "refused" | "unavailable" | "timeout" | "mismatch" | "broken";
  /** A Chinese message for people. */
  message: string;
  traceId: string;
  /** The texts of the posted form, by field, when this page replaces the form. */
  unsaved?: Record<string, string>;
}

function isFailure(value: unknown): value is Failure {
  return (
    typeof value === "object" && value !== null && "kind" in value && "message" in value && "traceId" in value
  );
}

/** The failure in an error thrown by a loader or action; null for other errors. */
export const failureIn = (error: unknown): Failure | null =>
  isRouteErrorResponse(error) && isFailure(error.data) ? error.data : null;
