import { randomBytes } from "node:crypto";

/** A new id for a form that must not be accepted twice. */
export const newSubmissionId = () => randomBytes(12).toString("base64url");
