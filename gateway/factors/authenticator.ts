import { addTime } from "contract/base/time";
import { and, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import { generateSecret, generateURI, verify } from "otplib";
import type { Database } from "../database/open";
import { authenticators } from "../database/schema";
import type { Account, Services } from "../server/context";
import { Refusal } from "../server/refusal";
import { seal, unseal } from "./data-key";

type Using = Pick<Services, "database" | "settings" | "now">;

/** A code is valid in its own time step and in the ones before and after: clocks differ, and people type slowly. */
const [stepSeconds, toleranceSeconds] = [30, 30] as const;
/** How long an unconfirmed secret stays the same, so that a reload of the page does not change it. */
const pendingMinutes = 15;

const aboutOf = (accountId: number) => `authenticator:${accountId}`;

/** @param lock locks the row, in a transaction */
async function rowOf(database: Database, accountId: number, lock = false) {
  const rows = database.select().from(authenticators).where(eq(authenticators.accountId, accountId));
  const [row] = await (lock ? rows.for("update") : rows);
  return row;
}

/** Returns the time step of a code, or null if the code is wrong or its step is not later than `after`. */
async function stepOf(secret: string, code: string, now: Date, after: number | null): Promise<number | null> {
  const result = await verify({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1_000),
    period: stepSeconds,
    epochTolerance: toleranceSeconds,
  });
  if (!result.valid || !("timeStep" in result)) return null;
  return after === null || result.timeStep > after ? result.timeStep : null;
}

/** Creates, or returns again, the secret and address for setting up an authenticator. Throws AUTHENTICATOR_IS_ON. */
export async function startAuthenticator(
  using: Using,
  { id, nickname }: Pick<Account, "id" | "nickname">,
): Promise<{ secret: string; address: string }> {
  const { database, settings } = using;
  const row = await rowOf(database, id);
  if (row?.confirmedAt) throw new Refusal("AUTHENTICATOR_IS_ON");
  const isFresh = row && addTime(row.createdAt, pendingMinutes, "minute") > using.now();
  const pendingSecret = isFresh ? await unseal(using, aboutOf(id), row.secret) : null;
  const secret = pendingSecret ?? generateSecret();
  if (!pendingSecret) {
    const values = { secret: await seal(using, aboutOf(id), secret), lastStep: null, createdAt: using.now() };
    const stored = await database
      .insert(authenticators)
      .values({ accountId: id, ...values })
      .onConflictDoUpdate({
        target: authenticators.accountId,
        set: values,
        setWhere: isNull(authenticators.confirmedAt),
      })
      .returning({ accountId: authenticators.accountId });
    if (stored.length === 0) throw new Refusal("AUTHENTICATOR_IS_ON");
  }
  return { secret, address: generateURI({ issuer: settings.siteName, label: nickname, secret }) };
}

/**
 * Turns the authenticator on after its first right code. Call it in a transaction: a lock keeps the secret as it is
 * while the code is checked. Throws AUTHENTICATOR_IS_ON, AUTHENTICATOR_NOT_STARTED and FACTOR_CODE_WRONG.
 */
export async function confirmAuthenticator(using: Using, accountId: number, code: string): Promise<void> {
  const at = using.now();
  const row = await rowOf(using.database, accountId, true);
  if (row?.confirmedAt) throw new Refusal("AUTHENTICATOR_IS_ON");
  const isFresh = row && addTime(row.createdAt, pendingMinutes, "minute") > at;
  const secret = isFresh ? await unseal(using, aboutOf(accountId), row.secret) : null;
  if (secret === null) throw new Refusal("AUTHENTICATOR_NOT_STARTED");
  const step = await stepOf(secret, code, at, null);
  if (step === null)
    throw new Refusal("FACTOR_CODE_WRONG", { code: ["验证码不对，请输入验证器上最新的 6 位数字"] });
  await using.database
    .update(authenticators)
    .set({ confirmedAt: at, lastStep: step })
    .where(eq(authenticators.accountId, accountId));
}

/** Whether a code is right. A right code is used up: neither it nor an earlier one is accepted again. */
export async function takeAuthenticatorCode(using: Using, accountId: number, code: string): Promise<boolean> {
  const row = await rowOf(using.database, accountId);
  if (!row?.confirmedAt) return false;
  const secret = await unseal(using, aboutOf(accountId), row.secret);
  const step = secret === null ? null : await stepOf(secret, code, using.now(), row.lastStep);
  if (step === null) return false;
  const rows = await using.database
    .update(authenticators)
    .set({ lastStep: step })
    .where(
      and(
        eq(authenticators.accountId, accountId),
        isNotNull(authenticators.confirmedAt),
        or(isNull(authenticators.lastStep), lt(authenticators.lastStep, step)),
      ),
    )
    .returning({ accountId: authenticators.accountId });
  return rows.length > 0;
}
