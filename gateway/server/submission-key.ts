import { createHash } from "node:crypto";

/**
 * The idempotency key of a posted form: a digest of its submission id and everything in it. After the
 * browser's Back a form is posted again under its old id; newly typed text in it must still become a topic or
 * reply.
 */
export function submissionKey(request: { submissionId: string; [field: string]: unknown }): string {
  return createHash("sha256").update(JSON.stringify(request)).digest("base64url");
}
