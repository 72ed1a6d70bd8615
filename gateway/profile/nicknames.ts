import { foldNickname, nickname as nicknameField } from "contract/account/identity";
import { addTime, formatTime } from "contract/base/time";
import { nicknameChangeDays } from "contract/profile/constants";
import { nicknameTooSoon } from "contract/profile/fields";
import { refusals } from "contract/refusals";
import { and, eq, exists, ne, or } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts, moderators, staffRoles } from "../database/schema";
import { type Checking, checkFields } from "../sensitive-words/check-fields";
import type { Account, Services } from "../server/context";
import { stillStands } from "../server/offices";
import { Refusal } from "../server/refusal";
import { takenFor } from "./look-alikes";

/** Parses a requested nickname by spec 5.1. Throws INVALID_REQUEST beside `nickname`. */
export function parseNickname(text: string): string {
  const parsed = nicknameField.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new Refusal("INVALID_REQUEST", { nickname: parsed.error.issues.map(({ message }) => message) });
}

/**
 * Checks a nickname for sensitive words: refuses, beside the field, words that are refused or replaced. Returns the
 * words that need a moderator.
 */
export async function checkNicknameWords(
  checking: Checking,
  nickname: string,
  field: string,
): Promise<string[]> {
  return (await checkFields(checking, { [field]: { value: nickname, strictness: "nickname" } })).reviewed;
}

/** Whether nobody else has the nickname, compared in folded form. */
export async function isNicknameFree(
  database: Database,
  nickname: string,
  accountId: number,
): Promise<boolean> {
  const others = and(eq(accounts.nicknameFolded, foldNickname(nickname)), ne(accounts.id, accountId));
  return (await database.$count(accounts, others)) === 0;
}

/**
 * Whom the nickname could be mistaken for: a member of the staff, or the site itself; null for nobody. Staff may use
 * the names of offices, but may not look like each other.
 * @param accountId the account that wants the nickname; 0 for a new one
 */
export async function nicknameTakenFor(
  { database, settings }: Pick<Services, "database" | "settings">,
  nickname: string,
  accountId: number,
): Promise<string | null> {
  const moderates = database
    .select({ id: moderators.accountId })
    .from(moderators)
    .where(and(eq(moderators.accountId, accounts.id), stillStands(moderators.until)));
  const appointed = database
    .select({ id: staffRoles.accountId })
    .from(staffRoles)
    .where(and(eq(staffRoles.accountId, accounts.id), stillStands(staffRoles.until)));
  const staff = await database
    .select({ id: accounts.id, nickname: accounts.nickname })
    .from(accounts)
    .where(or(eq(accounts.admin, true), exists(moderates), exists(appointed)));
  const others = staff.filter(({ id }) => id !== accountId);
  const { length } = others;
  return takenFor(nickname, {
    staff: others.map((other) => other.nickname),
    siteName: length < staff.length ? null : settings.siteName,
  });
}

export const lookAlikeRefused = "这个昵称容易被当成社区的工作人员或官方，请换一个";

/**
 * Throws NICKNAME_TAKEN beside the field when somebody has the nickname, or when it could be mistaken for the staff's.
 */
export async function requireOwnNickname(
  services: Pick<Services, "database" | "settings">,
  nickname: string,
  accountId: number,
  field: string,
): Promise<void> {
  if (!(await isNicknameFree(services.database, nickname, accountId))) throw nicknameTaken(field);
  if ((await nicknameTakenFor(services, nickname, accountId)) !== null)
    throw new Refusal("NICKNAME_TAKEN", { [field]: [lookAlikeRefused] }, lookAlikeRefused);
}

/** The refusal for a nickname that somebody has. */
export const nicknameTaken = (field: string) =>
  new Refusal("NICKNAME_TAKEN", { [field]: [refusals.NICKNAME_TAKEN.message] });

/** When the account may change its nickname next; null if it may now. */
export function nicknameChangeableAt(
  { nicknameChangedAt }: Pick<Account, "nicknameChangedAt">,
  now: Date,
): Date | null {
  const at = nicknameChangedAt && addTime(nicknameChangedAt, nicknameChangeDays, "day");
  return at && at > now ? at : null;
}

/** Refuses a change that comes too soon after the last one, with the time (Beijing time) from which it is allowed. */
export function checkNicknameAge(account: Account, now: Date, field: string): void {
  const at = nicknameChangeableAt(account, now);
  if (!at) return;
  const message = nicknameTooSoon(formatTime(at));
  throw new Refusal("NICKNAME_TOO_SOON", { [field]: [message] }, message);
}
