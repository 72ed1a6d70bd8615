import { isRouteErrorResponse } from "@remix-run/react";
import type { Confirming } from "~/confirmation/confirming";

/** What a screen's error boundary shows: the data of every response that a loader or action throws. */
export interface Failure {
  kind:
    | "login"
    | "confirm"
    | "forbidden"
    | "notFound"
    | "refused"
    | "unavailable"
    | "timeout"
    | "mismatch"
    | "broken";
  /** Chinese, for people. */
  message: string;
  traceId: string;
  /** Of `confirm`: the form that shows again who one is. */
  confirming?: Confirming;
  /** What was typed into the form that this page would have shown again, by its field. */
  unsaved?: Record<string, string>;
}

function isFailure(value: unknown): value is Failure {
  return (
    typeof value === "object" && value !== null && "kind" in value && "message" in value && "traceId" in value
  );
}

/** The failure of what a loader or action threw; null for everything else that may go wrong. */
export const failureIn = (error: unknown): Failure | null =>
  isRouteErrorResponse(error) && isFailure(error.data) ? error.data : null;
