import { createHash } from "node:crypto";

/**
 * The idempotency key of a posted form: a digest of its submission id and all its values. The values are needed because
 * after the browser's Back button a form with new text has the old id, and the text must still become a topic or reply.
 */
export function submissionKey(request: { submissionId: string; [field: string]: unknown }): string {
  return createHash("sha256").update(JSON.stringify(request)).digest("base64url");
}
