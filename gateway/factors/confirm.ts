import type { CallRequest, CallResponse } from "contract";
import { and, eq, isNotNull } from "drizzle-orm";
import { verifyPassword } from "../account/password";
import { authenticators } from "../database/schema";
import { type Account, accountOf, type CallContext } from "../server/context";
import { Refusal } from "../server/refusal";
import { confirmSession } from "../server/sessions/sessions";
import { askOptions, canHavePasskeys, takePasskey } from "./passkeys";
import { codesLeft } from "./recovery";
import { sessionHolder } from "./session-holder";
import { takeCode } from "./take";

/** Returns the ways in which the caller can confirm their identity again. */
export async function confirmationWays(
  context: CallContext,
  { origin }: CallRequest<"confirmationWays">,
): Promise<CallResponse<"confirmationWays">> {
  const { database } = context;
  const { id, passwordHash } = accountOf(context);
  const confirmed = and(eq(authenticators.accountId, id), isNotNull(authenticators.confirmedAt));
  const holder = sessionHolder(context, "use");
  return {
    password: passwordHash !== null,
    code: (await database.$count(authenticators, confirmed)) > 0 || (await codesLeft(database, id)) > 0,
    passkey: canHavePasskeys(origin) ? await askOptions(context, id, { holder, origin }) : null,
  };
}

/** Limits the tries as a password change does, so that nobody can guess the password in a session left open. */
async function requirePassword({ limits }: CallContext, account: Account, password: string): Promise<void> {
  const key = String(account.id);
  if (!(await limits.take("passwordTry", key))) {
    const minutes = Math.max(1, Math.ceil((await limits.secondsLeft("passwordTry", key)) / 60));
    const text = `尝试的次数过多，请 ${minutes} 分钟后再试`;
    throw new Refusal("TOO_FREQUENT", { password: [text] }, text);
  }
  if (!(await verifyPassword(account.passwordHash, password)))
    throw new Refusal("PASSWORD_WRONG", { password: ["密码不对"] });
  await limits.reset("passwordTry", key);
}

/** Records that the caller has just confirmed their identity. Throws a Refusal that says what was wrong. */
export async function confirmIdentity(
  context: CallContext,
  { password, code, passkey, origin }: CallRequest<"confirmIdentity">,
): Promise<void> {
  const account = accountOf(context);
  if (password) await requirePassword(context, account, password);
  else if (code) await takeCode(context, account, code);
  else {
    const answer = { holder: sessionHolder(context, "use"), origin, answer: passkey ?? "" };
    if (!(await takePasskey(context, account.id, answer))) throw new Refusal("PASSKEY_WRONG");
  }
  if (context.caller.session)
    await confirmSession(context.database, context.caller.session.tokenHash, context.now());
}
