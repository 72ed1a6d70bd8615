import { randomInt } from "node:crypto";
import { dayOf } from "contract/base/time";

/** Letters and digits that people do not confuse when they read them aloud. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/**
 * A number that a person can quote: its kind (YJ suggestion, TS complaint, ZX end of an account), the day in
 * Beijing, and random characters.
 */
export function receiptNumber(prefix: "YJ" | "TS" | "ZX", at: Date): string {
  const tail = Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return `${prefix}${dayOf(at).replaceAll("-", "")}-${tail}`;
}
