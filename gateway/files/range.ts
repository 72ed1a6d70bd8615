/**
 * The one range of bytes that is asked for; null for the whole (several ranges too: RFC 9110 lets a server
 * ignore them).
 */
export function readRange(
  header: string | undefined,
  bytes: number,
): { first: number; last: number } | "unsatisfiable" | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return null;
  const [from, to] = [match[1] ?? "", match[2] ?? ""];
  const first = from === "" ? Math.max(0, bytes - Number(to)) : Number(from);
  const last = from === "" || to === "" ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (first >= bytes || (from === "" && Number(to) === 0)) return "unsatisfiable";
  return last < first ? null : { first, last };
}
