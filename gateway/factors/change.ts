import type { CallRequest } from "contract";
import { and, eq, isNotNull } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts, authenticators, passkeys, recoveryCodes } from "../database/schema";
import { transact } from "../database/transact";
import { type Account, accountOf, type CallContext } from "../server/context";
import { found, Refusal } from "../server/refusal";
import { hasFactor } from "../server/sessions/has-factor";
import { confirmAuthenticator } from "./authenticator";
import { addPasskey as storePasskey } from "./passkeys";
import { codesLeft, makeRecoveryCodes } from "./recovery";
import { sessionHolder } from "./session-holder";
import { tellOfFactors } from "./tell";

/**
 * Changes the caller's factors and notifies them, in one transaction.
 * @param change returns the result, and the text that tells the person what changed
 */
async function changing<Result>(
  context: CallContext,
  change: (database: Database, account: Account) => Promise<{ result: Result; what: string }>,
): Promise<Result> {
  const { result, send } = await transact(context.database, async (database) => {
    // The lock on the account's row makes concurrent changes run one after the other.
    const [row] = await database
      .select()
      .from(accounts)
      .where(eq(accounts.id, accountOf(context).id))
      .for("update");
    const account = found(row, "USER_NOT_FOUND");
    const { result, what } = await change(database, account);
    return { result, send: await tellOfFactors(context, database, account, what) };
  });
  await send();
  return result;
}

/** Creates recovery codes together with the first factor. Returns none if there are unused ones. */
const firstCodes = async (database: Database, accountId: number, at: Date): Promise<string[]> =>
  (await codesLeft(database, accountId)) > 0 ? [] : makeRecoveryCodes(database, accountId, at);

/** Deletes the recovery codes after the last factor was removed, because nothing asks for them any more. */
async function dropCodesWithoutFactor(database: Database, accountId: number): Promise<void> {
  if (!(await hasFactor(database, accountId)))
    await database.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
}

/** Turns the authenticator on. Returns the recovery codes that were created with it. */
export async function turnAuthenticatorOn(context: CallContext, code: string): Promise<string[]> {
  const { id } = accountOf(context);
  await context.limits.spend("secondFactorTry", String(id));
  const codes = await changing(context, async (database) => {
    await confirmAuthenticator({ ...context, database }, id, code);
    return {
      result: await firstCodes(database, id, context.now()),
      what: "刚刚设置了验证器，以后登录时要输入它的验证码",
    };
  });
  await context.limits.reset("secondFactorTry", String(id));
  return codes;
}

export const turnAuthenticatorOff = (context: CallContext): Promise<void> =>
  changing(context, async (database, { id }) => {
    const removed = await database
      .delete(authenticators)
      .where(and(eq(authenticators.accountId, id), isNotNull(authenticators.confirmedAt)))
      .returning({ accountId: authenticators.accountId });
    if (removed.length === 0) throw new Refusal("NO_SECOND_FACTOR");
    await dropCodesWithoutFactor(database, id);
    return { result: undefined, what: "刚刚停用了验证器" };
  });

/** Adds a passkey. Returns the recovery codes that were created with it. */
export const addPasskey = (
  context: CallContext,
  { origin, name, answer }: CallRequest<"addPasskey">,
): Promise<string[]> =>
  changing(context, async (database, { id }) => {
    const using = { database, now: context.now };
    await storePasskey(using, id, { holder: sessionHolder(context, "make"), origin, name, answer });
    return { result: await firstCodes(database, id, context.now()), what: `刚刚添加了通行密钥「${name}」` };
  });

export const removePasskey = (context: CallContext, passkeyId: number): Promise<void> =>
  changing(context, async (database, { id }) => {
    const [removed] = await database
      .delete(passkeys)
      .where(and(eq(passkeys.id, passkeyId), eq(passkeys.accountId, id)))
      .returning({ name: passkeys.name });
    const { name } = found(removed, "PASSKEY_NOT_FOUND");
    await dropCodesWithoutFactor(database, id);
    return { result: undefined, what: `刚刚移除了通行密钥「${name}」` };
  });

/** Replaces the recovery codes. Throws NO_SECOND_FACTOR if the account has no factor, so nothing would ask for them. */
export const renewRecoveryCodes = (context: CallContext): Promise<string[]> =>
  changing(context, async (database, { id }) => {
    if (!(await hasFactor(database, id))) throw new Refusal("NO_SECOND_FACTOR");
    const result = await makeRecoveryCodes(database, id, context.now());
    return { result, what: "刚刚重新生成了恢复码，原来的都作废了" };
  });
