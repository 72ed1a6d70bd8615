import { transact } from "../database/transact";
import type { Account, Services } from "../server/context";
import { Refusal } from "../server/refusal";
import { takeAuthenticatorCode } from "./authenticator";
import { takeRecoveryCode } from "./recovery";
import { tellOfFactors } from "./tell";

/** What a second factor is shown by: an authenticator's code, or a recovery code without its hyphens. */
export const isAuthenticatorCode = (code: string): boolean => /^\d{6}$/.test(code);

/**
 * Takes an authenticator's code or a recovery code, and uses it up. Wrong ones are counted by the account before they are
 * looked at. Throws TOO_FREQUENT, FACTOR_CODE_WRONG and RECOVERY_CODE_WRONG.
 */
export async function takeCode(services: Services, account: Account, code: string): Promise<void> {
  const { limits } = services;
  const key = String(account.id);
  if (!(await limits.take("secondFactorTry", key))) {
    const minutes = Math.max(1, Math.ceil((await limits.secondsLeft("secondFactorTry", key)) / 60));
    const text = `尝试的次数过多，请 ${minutes} 分钟后再试`;
    throw new Refusal("TOO_FREQUENT", { code: [text] }, text);
  }
  const right = isAuthenticatorCode(code)
    ? await takeAuthenticatorCode(services, account.id, code)
    : await spendRecoveryCode(services, account, code);
  if (!right) throw new Refusal(isAuthenticatorCode(code) ? "FACTOR_CODE_WRONG" : "RECOVERY_CODE_WRONG");
  await limits.reset("secondFactorTry", key);
}

/** The person is told of it: whoever found the sheet of paper may have used it. */
async function spendRecoveryCode(services: Services, account: Account, code: string): Promise<boolean> {
  const send = await transact(services.database, async (database) => {
    if (!(await takeRecoveryCode(database, account.id, code, services.now()))) return null;
    return tellOfFactors(services, database, account, "刚刚用掉了一个恢复码");
  });
  await send?.();
  return send !== null;
}
