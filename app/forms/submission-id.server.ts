import { randomBytes } from "node:crypto";

/** A new id for a form that must be accepted only once. */
export const newSubmissionId = () => randomBytes(12).toString("base64url");
