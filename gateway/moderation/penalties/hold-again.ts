import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, penalties } from "../../database/schema";
import { forGood } from "../../server/access";
import { dropSessions } from "../../server/sessions/sessions";

/**
 * Puts the penalties that were lifted at one moment into force again, until their own ends, in place of older ones that
 * are in force now. A penalty stays lifted if its time is over or a newer one of its kind is in force. The caller has
 * locked the account.
 */
export async function holdAgain(
  database: Database,
  accountId: number,
  { liftedAt, at }: { liftedAt: Date; at: Date },
): Promise<void> {
  const mine = eq(penalties.accountId, accountId);
  const lifted = await database
    .select()
    .from(penalties)
    .where(and(mine, eq(penalties.liftedAt, liftedAt)));
  for (const { id, kind, until, createdAt, byId } of lifted) {
    if (until !== null && until <= at) continue;
    const ofKindInForce = and(mine, eq(penalties.kind, kind), isNull(penalties.liftedAt));
    if (kind !== "warning") {
      const [now] = await database.select().from(penalties).where(ofKindInForce);
      if (now && now.createdAt >= createdAt) continue;
      if (now)
        await database
          .update(penalties)
          .set({ liftedAt: createdAt, liftedById: byId })
          .where(eq(penalties.id, now.id));
    }
    await database.update(penalties).set({ liftedAt: null, liftedById: null }).where(eq(penalties.id, id));
    if (kind === "warning") continue;
    const moment = until ?? forGood;
    await database
      .update(accounts)
      .set(kind === "mute" ? { mutedUntil: moment } : { bannedUntil: moment })
      .where(eq(accounts.id, accountId));
    if (kind === "ban") await dropSessions(database, accountId);
  }
}
