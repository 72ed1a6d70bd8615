import { createHash } from "node:crypto";

/**
 * What makes two posts of a form one: its id and everything in it. A browser's Back shows a form that was
 * posted before, with its id; what is newly typed there is another topic or reply and must not be lost.
 */
export function submissionKey(request: { submissionId: string }): string {
  return createHash("sha256").update(JSON.stringify(request)).digest("base64url");
}
