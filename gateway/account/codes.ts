import { createHash, randomBytes, randomInt } from "node:crypto";
import type { ProofPurpose } from "contract/account/calls";
import { codeLength } from "contract/account/constants";
import type { Recipient } from "contract/account/identity";
import { addTime, subtractTime } from "contract/base/time";
import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { verificationCodes } from "../database/schema";
import type { Services } from "../server/context";
import { sameSecret } from "../server/signer";

/** The purpose of a code. A code is invalid for all other purposes. */
export type CodePurpose = "signin" | "register" | "reset" | "activity" | ProofPurpose;

export const codeMinutes = 10;
const triesMax = 5;
const pruneEveryMilliseconds = 3_600_000;

/** A code's purpose, its recipient, and its holder, who alone may use it. */
export interface CodeScope {
  purpose: CodePurpose;
  recipient: Recipient;
  /** The account and session that requested it; empty for visitors. */
  holder: string;
}

/**
 * The key of one code. Other people know neither its id nor its holder's session, so they cannot use up its tries.
 */
export interface CodeKey extends CodeScope {
  /**
   * The id from `create`; null for the holder's latest code, which needs a holder (spec 7.2: the email calls have no
   * id).
   */
  messageId: string | null;
}

/** One-time codes: six digits, ten minutes, five tries, one use. Only a hash is stored. */
export interface Codes {
  /** Creates a code. The holder's earlier codes for the same purpose become invalid. */
  create(scope: CodeScope): Promise<{ messageId: string; code: string }>;
  /** Uses up one try and says whether the code is right. A right code is not used yet: see `consume`. */
  matches(key: CodeKey, code: string): Promise<boolean>;
  /** Marks a code as used; false when it was used already. Call it in the transaction of the action it authorises. */
  consume(database: Database, key: CodeKey): Promise<boolean>;
}

const digest = (messageId: string, code: string) =>
  createHash("sha256").update(`${messageId}:${code}`).digest("base64url");

/** The time of the last clean-up of old codes, by database. */
const prunedAt = new WeakMap<Database, number>();

async function prune({ database }: Services, now: number): Promise<void> {
  // The absolute difference keeps the clean-up going after the clock was set back.
  if (Math.abs(now - (prunedAt.get(database) ?? 0)) < pruneEveryMilliseconds) return;
  prunedAt.set(database, now);
  await database
    .delete(verificationCodes)
    .where(lt(verificationCodes.expiresAt, subtractTime(now, 1, "day")));
}

export function createCodes(services: Services): Codes {
  const live = ({ purpose, recipient, holder }: CodeScope) =>
    and(
      eq(verificationCodes.purpose, purpose),
      eq(verificationCodes.channel, recipient.channel),
      eq(verificationCodes.recipient, recipient.contact),
      eq(verificationCodes.holder, holder),
      isNull(verificationCodes.usedAt),
      gt(verificationCodes.expiresAt, services.now()),
    );
  const rowsOf = (key: CodeKey) => {
    if (key.messageId === null && !key.holder)
      throw new Error("a code that nobody holds is found by its id alone");
    return and(
      live(key),
      key.messageId === null ? undefined : eq(verificationCodes.messageId, key.messageId),
    );
  };
  return {
    async create(scope) {
      const now = services.now();
      await prune(services, now.getTime());
      if (scope.holder)
        await services.database.update(verificationCodes).set({ expiresAt: now }).where(live(scope));
      const messageId = randomBytes(16).toString("base64url");
      const code = randomInt(10 ** codeLength)
        .toString()
        .padStart(codeLength, "0");
      await services.database.insert(verificationCodes).values({
        messageId,
        purpose: scope.purpose,
        channel: scope.recipient.channel,
        recipient: scope.recipient.contact,
        holder: scope.holder,
        codeHash: digest(messageId, code),
        createdAt: now,
        expiresAt: addTime(now, codeMinutes, "minute"),
      });
      return { messageId, code };
    },
    async matches(key, code) {
      // One statement counts the try before the comparison, so that parallel guesses cannot exceed five.
      const rows = await services.database
        .update(verificationCodes)
        .set({ tries: sql`${verificationCodes.tries} + 1` })
        .where(and(rowsOf(key), lt(verificationCodes.tries, triesMax)))
        .returning({ messageId: verificationCodes.messageId, codeHash: verificationCodes.codeHash });
      return rows.some(({ messageId, codeHash }) => sameSecret(codeHash, digest(messageId, code)));
    },
    async consume(database, key) {
      const rows = await database
        .update(verificationCodes)
        .set({ usedAt: services.now() })
        .where(rowsOf(key))
        .returning({ messageId: verificationCodes.messageId });
      return rows.length > 0;
    },
  };
}
