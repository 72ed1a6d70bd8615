import { createHash, randomBytes, randomInt } from "node:crypto";
import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { codeLength, type Recipient } from "contract/identity";
import type { Services } from "../context";
import type { Database } from "../database/open";
import { verificationCodes } from "../database/schema";
import { sameSecret } from "./signer";

/** What a code is for; one given for one purpose is worth nothing for another. */
export type CodePurpose = "signin" | "register" | "reset";

export const codeMinutes = 10;
const triesMax = 5;
const pruneEveryMilliseconds = 3_600_000;

/** One code: what it is for, whom it was sent to, and the id its form carries. */
export interface CodeKey {
  purpose: CodePurpose;
  recipient: Recipient;
  /** Given by `create`. Whoever has not asked for the code cannot use up its tries. */
  messageId: string;
}

/** One-time codes: six digits, ten minutes, five tries, one use. Only a digest is stored. */
export interface Codes {
  create(purpose: CodePurpose, recipient: Recipient): Promise<{ messageId: string; code: string }>;
  /** Uses up one try and says whether the code is right. A right code is not used yet: see `consume`. */
  matches(key: CodeKey, code: string): Promise<boolean>;
  /** Marks a code used; false when it already was. Part of the transaction that does what the code is for. */
  consume(database: Database, key: CodeKey): Promise<boolean>;
}

const digest = (messageId: string, code: string) => createHash("sha256").update(`${messageId}:${code}`).digest("base64url");

export function createCodes(services: Services): Codes {
  let prunedAt = 0;
  const prune = async (now: Date) => {
    if (now.getTime() - prunedAt < pruneEveryMilliseconds) return;
    prunedAt = now.getTime();
    await services.database.delete(verificationCodes).where(lt(verificationCodes.expiresAt, new Date(prunedAt - 86_400_000)));
  };
  const live = ({ purpose, recipient, messageId }: CodeKey) =>
    and(
      eq(verificationCodes.messageId, messageId),
      eq(verificationCodes.purpose, purpose),
      eq(verificationCodes.channel, recipient.channel),
      eq(verificationCodes.recipient, recipient.value),
      isNull(verificationCodes.usedAt),
      gt(verificationCodes.expiresAt, services.now()),
    );
  return {
    async create(purpose, recipient) {
      const now = services.now();
      await prune(now);
      const messageId = randomBytes(16).toString("base64url");
      const code = randomInt(10 ** codeLength)
        .toString()
        .padStart(codeLength, "0");
      await services.database.insert(verificationCodes).values({
        messageId,
        purpose,
        channel: recipient.channel,
        recipient: recipient.value,
        codeHash: digest(messageId, code),
        createdAt: now,
        expiresAt: new Date(now.getTime() + codeMinutes * 60_000),
      });
      return { messageId, code };
    },
    async matches(key, code) {
      // The try is taken before the comparison, in one statement: parallel guesses cannot get more than five.
      const [row] = await services.database
        .update(verificationCodes)
        .set({ tries: sql`${verificationCodes.tries} + 1` })
        .where(and(live(key), lt(verificationCodes.tries, triesMax)))
        .returning({ codeHash: verificationCodes.codeHash });
      return row !== undefined && sameSecret(row.codeHash, digest(key.messageId, code));
    },
    async consume(database, key) {
      const rows = await database
        .update(verificationCodes)
        .set({ usedAt: services.now() })
        .where(live(key))
        .returning({ messageId: verificationCodes.messageId });
      return rows.length === 1;
    },
  };
}
