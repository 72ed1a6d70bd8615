import { randomInt } from "node:crypto";

/** Without letters and digits that are mistaken for each other when read out. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** The number of a suggestion (YJ) or complaint (TS): the day in Beijing, and what nobody guesses from the one before. */
export function serviceNumber(prefix: "YJ" | "TS", at: Date): string {
  const day = new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll("-", "");
  const tail = Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return `${prefix}${day}-${tail}`;
}
