import { isRouteErrorResponse } from "@remix-run/react";
import type { Confirming } from "~/forms/confirming";

/** A posted form that was not done: its button's intent, its text fields, and whether it had files, which are lost. */
export interface Unsaved {
  intent: string;
  fields: [name: string, value: string][];
  lostFiles: boolean;
}

/** The data of an error page: the data of every response that a loader or action throws. */
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
  /** A Chinese message for people. */
  message: string;
  traceId: string;
  /** For `confirm`: the form that proves the identity again. */
  confirming?: Confirming;
  /** The posted form, when this page replaces it. */
  unsaved?: Unsaved;
}

function isFailure(value: unknown): value is Failure {
  return (
    typeof value === "object" && value !== null && "kind" in value && "message" in value && "traceId" in value
  );
}

/** The failure in an error thrown by a loader or action; null for other errors. */
export const failureIn = (error: unknown): Failure | null =>
  isRouteErrorResponse(error) && isFailure(error.data) ? error.data : null;
