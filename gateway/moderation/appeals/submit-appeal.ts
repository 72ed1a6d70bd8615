import { subtractTime } from "contract/base/time";
import { appealableActions, appealDays } from "contract/moderation/constants";
import { and, desc, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { appeals, moderationLog } from "../../database/schema";
import { found, Refusal } from "../../server/refusal";

/**
 * Stores a member's appeal against a decision about them: one for each row of the log, within 15 days. Throws
 * APPEAL_NOT_FOUND, APPEAL_TOO_LATE, APPEALED.
 */
export async function submitAppeal(
  database: Database,
  accountId: number,
  { logId, text, at }: { logId: number; text: string; at: Date },
): Promise<void> {
  const [row] = await database
    .select()
    .from(moderationLog)
    .where(and(eq(moderationLog.id, logId), eq(moderationLog.personId, accountId)));
  const entry = found(row, "APPEAL_NOT_FOUND");
  if (!(appealableActions as readonly string[]).includes(entry.action)) throw new Refusal("APPEAL_NOT_FOUND");
  if (entry.at < subtractTime(at, appealDays, "day")) throw new Refusal("APPEAL_TOO_LATE");
  const stored = await database
    .insert(appeals)
    .values({
      accountId,
      logId,
      text,
      createdAt: at,
      sectionId: entry.sectionId,
      kind: entry.targetKind === "person" ? "penalty" : "post",
      targetId: entry.targetId ?? 0,
      deciderId: entry.operatorId,
    })
    .onConflictDoNothing()
    .returning({ id: appeals.id });
  if (stored.length === 0) throw new Refusal("APPEALED");
}

/** The row of the log of a person's latest ban, with the appeal against it; null without a ban. */
export async function latestBan(database: Database, accountId: number) {
  const [row] = await database
    .select({ logId: moderationLog.id, at: moderationLog.at, appeal: appeals })
    .from(moderationLog)
    .leftJoin(appeals, and(eq(appeals.logId, moderationLog.id), eq(appeals.accountId, accountId)))
    .where(and(eq(moderationLog.personId, accountId), eq(moderationLog.action, "ban")))
    .orderBy(desc(moderationLog.id))
    .limit(1);
  return row ?? null;
}
