import { foldNickname } from "contract/account/identity";
import { refusals } from "contract/refusals";
import { eq, or } from "drizzle-orm";
import type { CodeKey, Codes } from "../account/codes";
import { owns } from "../account/contacts";
import type { Database } from "../database/open";
import { accounts } from "../database/schema";
import { lookAlikeRefused, nicknameTakenFor } from "../profile/nicknames";
import type { Account, Services } from "../server/context";
import { endAllSessions } from "../server/sessions/sessions";
import { codeWrong, FormProblem } from "./problem";

/** Spec 8: the words for a phone or email that another account has. */
export const contactTaken = {
  phone: "该手机号已经绑定账号，请换一个",
  email: "该邮箱已经绑定账号，请换一个",
};
export const nicknameTaken = () =>
  new FormProblem(422, { errors: { nickname: refusals.NICKNAME_TAKEN.message } });

/**
 * Throws the form's problem when the nickname or a similar one is in use, or when it looks like a name of the staff or
 * the site. This reveals nothing, because nicknames are public.
 */
export async function requireFreeNickname(services: Services, nickname: string): Promise<void> {
  const [holder] = await services.database
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.nicknameFolded, foldNickname(nickname)))
    .limit(1);
  if (holder) throw nicknameTaken();
  if ((await nicknameTakenFor(services, nickname, 0)) !== null)
    throw new FormProblem(422, { errors: { nickname: lookAlikeRefused } });
}

/** Uses the code up, or throws as for a wrong one when a parallel request was faster. */
export async function consume(codes: Codes, database: Database, key: CodeKey): Promise<void> {
  if (!(await codes.consume(database, key))) throw codeWrong();
}

/**
 * Creates an account for a recipient that the person has proved to own. Only now do they learn when the recipient has
 * an account already. The code is marked as used in the same transaction: when the nickname or contact is taken, also
 * by a concurrent registration, the code stays valid and the person can change the form.
 */
export async function createAccount(
  { database, now }: Services,
  codes: Codes,
  key: CodeKey,
  person: { nickname: string; passwordHash: string },
): Promise<Account> {
  const { channel, contact: value } = key.recipient;
  const nicknameFolded = foldNickname(person.nickname);
  return database.transaction(async (transaction) => {
    await consume(codes, transaction, key);
    const [created] = await transaction
      .insert(accounts)
      .values({ ...person, nicknameFolded, [channel]: value, createdAt: now() })
      .onConflictDoNothing()
      .returning();
    if (created) return created;
    const [other] = await transaction
      .select({ nicknameFolded: accounts.nicknameFolded })
      .from(accounts)
      .where(or(owns(key.recipient), eq(accounts.nicknameFolded, nicknameFolded)))
      .orderBy(owns(key.recipient))
      .limit(1);
    if (other?.nicknameFolded === nicknameFolded) throw nicknameTaken();
    throw new FormProblem(422, { errors: { account: contactTaken[channel] } });
  });
}

/**
 * Sets a new password, authorised by a right code, and ends all sessions of the account. Without an account it throws
 * the same error as for a wrong code.
 */
export async function resetPassword(
  { database, now }: Services,
  codes: Codes,
  key: CodeKey,
  passwordHash: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await consume(codes, transaction, key);
    const [account] = await transaction
      .update(accounts)
      .set({ passwordHash })
      .where(owns(key.recipient))
      .returning({ id: accounts.id });
    if (!account) throw codeWrong();
    await endAllSessions(transaction, account.id, now());
  });
}
