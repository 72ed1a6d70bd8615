import { randomInt } from "node:crypto";
import { dayOf } from "contract/base/time";

/** Without letters and digits that are mistaken for each other when read out. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/**
 * What a person can quote later: what it is for (YJ suggestion, TS complaint, ZX end of an account), the day
 * in Beijing, and what nobody guesses.
 */
export function receiptNumber(prefix: "YJ" | "TS" | "ZX", at: Date): string {
  const tail = Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return `${prefix}${dayOf(at).replaceAll("-", "")}-${tail}`;
}
