import { transact } from "../database/transact";
import type { Account, Services } from "../server/context";
import { Refusal } from "../server/refusal";
import { takeAuthenticatorCode } from "./authenticator";
import { takeRecoveryCode } from "./recovery";
import { tellOfFactors } from "./tell";

/** Tells an authenticator's code from a recovery code, which here has no hyphens. */
export const isAuthenticatorCode = (code: string): boolean => /^\d{6}$/.test(code);

/**
 * Checks an authenticator's code or a recovery code, and uses it up. Each try is counted before the check. Throws
 * TOO_FREQUENT, FACTOR_CODE_WRONG and RECOVERY_CODE_WRONG.
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

/** Uses up a recovery code and notifies the person, because somebody else may have found their codes. */
async function spendRecoveryCode(services: Services, account: Account, code: string): Promise<boolean> {
  const send = await transact(services.database, async (database) => {
    if (!(await takeRecoveryCode(database, account.id, code, services.now()))) return null;
    return tellOfFactors(services, database, account, "刚刚用掉了一个恢复码");
  });
  await send?.();
  return send !== null;
}
