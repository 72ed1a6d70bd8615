const nicknameLettersMax = 7;

/**
 * A nickname in the menu: 7 characters and an ellipsis, 用户1 without one (spec 2.4). Counts visible characters, not
 * UTF-16 units.
 */
export function shortNickname(nickname: string | null | undefined): string {
  const characters = [...(nickname ?? "").trim()];
  if (characters.length === 0) return "用户1";
  return characters.length > nicknameLettersMax
    ? `${characters.slice(0, nicknameLettersMax).join("")}…`
    : characters.join("");
}

/** The unread badge: the sum of the three counters, 99+ above 99, empty at 0 (spec 9). */
export function unreadBadge(unread: { system: number; forum: number; inner: number }): string {
  const sum = unread.system + unread.forum + unread.inner;
  if (sum <= 0) return "";
  return sum > 99 ? "99+" : String(sum);
}

/** A count for a narrow column: 9999 stays, 12345 becomes 1.2万. */
export function shortCount(count: number): string {
  return count < 10_000 ? String(count) : `${(count / 10_000).toFixed(1).replace(/\.0$/, "")}万`;
}
