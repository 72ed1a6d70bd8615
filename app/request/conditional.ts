const weak = (tag: string) => tag.trim().replace(/^W\//, "");

/** Whether an If-None-Match header names this entity tag (weak comparison). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header.trim() === "*" || header.split(",").some((tag) => weak(tag) === weak(etag));
}

/** Whether If-Match excludes this answer, which then must not be sent (strong comparison). */
export const asksForOther = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.trim() !== "*" && !header.split(",").some((tag) => tag.trim() === etag);

/** A request's two conditional headers, as node:http names them. */
export interface Conditions {
  "if-none-match"?: string | undefined;
  "if-modified-since"?: string | undefined;
}

/**
 * Whether the client already has this answer: by its entity tag or, without a tag, by exactly the date that it got. A
 * later date proves nothing: the newest item may have been removed since.
 */
export function isUnchanged(
  conditions: Conditions,
  { etag, modified }: { etag: string; modified?: string | undefined },
): boolean {
  const since = conditions["if-modified-since"];
  if (conditions["if-none-match"] !== undefined) return matchesEtag(conditions["if-none-match"], etag);
  return since !== undefined && since === modified;
}
