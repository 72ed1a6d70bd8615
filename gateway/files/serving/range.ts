/** The entity tags in a condition. If `weak` ones count, they are returned without their prefix. */
function tagsOf(header: string, weak: boolean): string[] {
  const tags = header.match(/(?:W\/)?"[^"]*"|\*/g) ?? [];
  return weak ? tags.map((tag) => tag.replace(/^W\//, "")) : tags;
}

/**
 * Evaluates a request's conditions on an entity tag (RFC 9110, 13.2.2): 412 if If-Match does not match, 304 if
 * If-None-Match matches, null for a normal answer.
 */
export function decidedBy(header: (name: string) => string | undefined, tag: string): 412 | 304 | null {
  const match = header("if-match");
  if (match !== undefined && !tagsOf(match, false).some((each) => each === tag || each === "*")) return 412;
  const none = header("if-none-match");
  return none !== undefined && tagsOf(none, true).some((each) => each === tag || each === "*") ? 304 : null;
}

/**
 * The single requested range of bytes; null for the whole file, also for several ranges, which a server may ignore (RFC
 * 9110).
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
