import { addTime } from "contract/base/time";
import { and, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import { generateSecret, generateURI, verify } from "otplib";
import type { Database } from "../database/open";
import { authenticators } from "../database/schema";
import type { Account, Services } from "../server/context";
import { Refusal } from "../server/refusal";
import { seal, unseal } from "./data-key";

type Using = Pick<Services, "database" | "settings" | "now">;

/** A code is good for its own time step and one to each side: clocks differ, and people type slowly. */
const [stepSeconds, toleranceSeconds] = [30, 30] as const;
/** A secret that was shown and not confirmed yet is the same for so long: the page may be loaded again. */
const pendingMinutes = 15;

const aboutOf = (accountId: number) => `authenticator:${accountId}`;

async function rowOf(database: Database, accountId: number) {
  const [row] = await database.select().from(authenticators).where(eq(authenticators.accountId, accountId));
  return row;
}

/** The time step that a code is of, if it is right and later than `after`; null otherwise. */
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

/** What an authenticator is set up by. Throws AUTHENTICATOR_IS_ON. */
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

/** The secret that waits for its first code. Throws AUTHENTICATOR_IS_ON and AUTHENTICATOR_NOT_STARTED. */
export async function pendingSecret(using: Using, accountId: number): Promise<string> {
  const row = await rowOf(using.database, accountId);
  if (row?.confirmedAt) throw new Refusal("AUTHENTICATOR_IS_ON");
  const isFresh = row && addTime(row.createdAt, pendingMinutes, "minute") > using.now();
  const secret = isFresh ? await unseal(using, aboutOf(accountId), row.secret) : null;
  if (secret === null) throw new Refusal("AUTHENTICATOR_NOT_STARTED");
  return secret;
}

/** Has the authenticator count from now on, by its first right code. Throws FACTOR_CODE_WRONG. */
export async function confirmAuthenticator(
  database: Database,
  { accountId, secret, code, at }: { accountId: number; secret: string; code: string; at: Date },
): Promise<void> {
  const step = await stepOf(secret, code, at, null);
  if (step === null)
    throw new Refusal("FACTOR_CODE_WRONG", { code: ["验证码不对，请输入验证器上最新的 6 位数字"] });
  const confirmed = await database
    .update(authenticators)
    .set({ confirmedAt: at, lastStep: step })
    .where(and(eq(authenticators.accountId, accountId), isNull(authenticators.confirmedAt)))
    .returning({ accountId: authenticators.accountId });
  if (confirmed.length === 0) throw new Refusal("AUTHENTICATOR_IS_ON");
}

/** Whether a code is the authenticator's, and uses it up: neither it nor an earlier one is taken again. */
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
