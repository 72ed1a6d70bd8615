import type { CallRequest } from "contract";
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts } from "../database/schema";
import { transact } from "../database/transact";
import { notify } from "../messages/notify";
import { askForMessages, sendContactMessages } from "../server/contact-messages";
import { type Account, accountOf, type CallContext } from "../server/context";
import type { Message } from "../server/delivery";
import { Refusal } from "../server/refusal";
import { revokeOthers } from "../server/sessions/session-list";
import { contactOf } from "./contacts";
import { hashPassword, verifyPassword } from "./password";
import { holdsProof, useProof as spendProof } from "./proofs";

type Request = CallRequest<"changePassword">;

/**
 * Throws PASSWORD_WRONG beside the field unless the password is the account's. Tries are counted before the check, and
 * a right password resets the count: nobody may use an open session to guess its password.
 */
async function requireOld({ limits }: CallContext, account: Account, oldPassword: string): Promise<void> {
  const key = String(account.id);
  if (!(await limits.take("passwordTry", key))) {
    const minutes = Math.ceil((await limits.secondsLeft("passwordTry", key)) / 60);
    const text = `尝试的次数过多，请 ${Math.max(1, minutes)} 分钟后再试，或改用验证码`;
    throw new Refusal("TOO_FREQUENT", { oldPassword: [text] }, text);
  }
  if (!(await verifyPassword(account.passwordHash, oldPassword)))
    throw new Refusal("PASSWORD_WRONG", { oldPassword: ["当前密码不对"] });
  await limits.reset("passwordTry", key);
}

/** The account's row, only while its password is the one that the request was checked against. */
const unchanged = ({ id, passwordHash }: Account) =>
  and(
    eq(accounts.id, id),
    passwordHash === null ? isNull(accounts.passwordHash) : eq(accounts.passwordHash, passwordHash),
  );

/**
 * Sets a new password, authorised by the old one or by the proof of a code. Other sessions end unless the request keeps
 * them; the caller's session stays. Returns the number of ended sessions.
 */
export async function changePassword(context: CallContext, request: Request): Promise<number> {
  const account = accountOf(context);
  const { oldPassword, uuid = "", password, endOthers } = request;
  if (oldPassword) await requireOld(context, account, oldPassword);
  // This check comes first, so that a caller without authorisation learns nothing about the present password.
  else if (!(await holdsProof(context, "password", uuid))) throw new Refusal("PROOF_INVALID");
  if (await verifyPassword(account.passwordHash, password))
    throw new Refusal("PASSWORD_SAME", { password: ["新密码不能和当前密码一样"] });
  const passwordHash = await hashPassword(password);
  const { ended, told } = await transact(context.database, async (database: Database) => {
    if (!oldPassword) await spendProof(database, context, "password", uuid);
    const [changed] = await database
      .update(accounts)
      .set({ passwordHash })
      .where(unchanged(account))
      .returning({ id: accounts.id });
    // A concurrent request changed the password after the check.
    if (!changed) throw new Refusal("PASSWORD_WRONG", { oldPassword: ["当前密码不对"] });
    const at = context.now();
    await notify(database, [account.id], { event: "passwordChanged", actorId: null, at });
    return {
      ended: endOthers ? await revokeOthers(context, database) : 0,
      told: await askForMessages(database, warningOf(context, account), at),
    };
  });
  await sendContactMessages(context, told);
  return ended;
}

/**
 * A warning to the account's own contact, so that no password changes unnoticed. The message centre has a notice too.
 */
function warningOf({ settings }: CallContext, account: Account): Message[] {
  const to = contactOf(account, "phone") ?? contactOf(account, "email");
  if (!to) return [];
  return [
    {
      channel: to.channel,
      recipient: to.contact,
      subject: `${settings.siteName}密码修改提醒`,
      text: `【${settings.siteName}】你的账号密码刚刚修改过。如非本人操作，请立即用验证码重置密码并联系我们。`,
    },
  ];
}
