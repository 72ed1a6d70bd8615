import { refusals } from "contract/refusals";
import type { NameShown } from "contract/training/constants";
import { hashPassword, verifyPassword } from "../../account/password";
import { Refusal } from "../../server/refusal";

/**
 * What is kept of a person's choice (`study_totals`): the real name, or once they took it back its hash alone, by which
 * they may give the same name again and no other. Names begin with a letter, hashes do not.
 */
interface Choice {
  realName: string;
  nameShown: NameShown | null;
}

const isHash = (kept: string) => kept.startsWith("$");

/** The real name that somebody gave and did not take back; empty without. */
export const givenName = (choice: Partial<Choice> | null | undefined): string =>
  choice?.realName && !isHash(choice.realName) ? choice.realName : "";

/**
 * What to keep after a choice. A certificate is for one person, so a name that was given once is never replaced by
 * another. Throws INVALID_REQUEST by the field.
 * @param kept what is kept now
 * @param name the chosen name; empty when the nickname is chosen
 */
export async function nameToKeep(kept: string, name: string): Promise<string> {
  if (name === kept || kept === "") return name;
  if (name === "") return isHash(kept) ? kept : hashPassword(kept);
  if (isHash(kept) && (await verifyPassword(kept, name))) return name;
  throw new Refusal(
    "INVALID_REQUEST",
    { realName: ["证书上的姓名填过以后不能换成别的；写错了请联系管理员更正"] },
    refusals.INVALID_REQUEST.message,
  );
}
