/** The entity tags that a condition names; a weak one without its mark where `weak` ones count. */
function tagsOf(header: string, weak: boolean): string[] {
  const tags = header.match(/(?:W\/)?"[^"]*"|\*/g) ?? [];
  return weak ? tags.map((tag) => tag.replace(/^W\//, "")) : tags;
}

/**
 * How a request's conditions decide on what has an entity tag (RFC 9110, 13.2.2): 412 where If-Match means another
 * one, 304 where If-None-Match has it already, null where it is answered.
 */
export function decidedBy(header: (name: string) => string | undefined, tag: string): 412 | 304 | null {
  const match = header("if-match");
  if (match !== undefined && !tagsOf(match, false).some((each) => each === tag || each === "*")) return 412;
  const none = header("if-none-match");
  return none !== undefined && tagsOf(none, true).some((each) => each === tag || each === "*") ? 304 : null;
}

/**
 * The one range of bytes that is asked for; null for the whole (several ranges too: RFC 9110 lets a server
 * ignore them).
 */
export function readRange(
  header: string | undefined,
  bytes: number,
): { first: number; last: number } | "unsatisfiable" | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return null;
  const [from, to] = [match[1] ?? "", match[2] ?? ""];
  const first = from === "" ? Math.max(0, bytes - Number(to)) : Number(from);
  const last = from === "" || to === "" ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (first >= bytes || (from === "" && Number(to) === 0)) return "unsatisfiable";
  return last < first ? null : { first, last };
}
