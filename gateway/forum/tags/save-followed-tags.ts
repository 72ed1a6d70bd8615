import { and, eq, inArray, notInArray, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { follows, tags } from "../../database/schema";
import { transact } from "../../database/transact";
import { accountOf, type CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";

async function moveFollowers(database: Database, ids: number[], by: 1 | -1): Promise<void> {
  if (ids.length === 0) return;
  await database
    .update(tags)
    .set({ followers: sql`${tags.followers} + ${by}` })
    .where(inArray(tags.id, ids));
}

/** Makes an account follow exactly these tags; the tags' counters change only for rows that really changed. */
export async function saveFollowedTags(context: CallContext, ids: number[]): Promise<void> {
  const { id: accountId } = accountOf(context);
  const distinctIds = [...new Set(ids)];
  const existingCount =
    distinctIds.length > 0 ? await context.database.$count(tags, inArray(tags.id, distinctIds)) : 0;
  if (existingCount !== distinctIds.length) throw new Refusal("TAG_NOT_FOUND");
  await transact(context.database, async (database) => {
    const mine = and(eq(follows.accountId, accountId), eq(follows.kind, "tag"));
    const removed = await database
      .delete(follows)
      .where(distinctIds.length > 0 ? and(mine, notInArray(follows.targetId, distinctIds)) : mine)
      .returning({ id: follows.targetId });
    const rows = distinctIds.map((targetId) => ({
      accountId,
      kind: "tag" as const,
      targetId,
      createdAt: context.now(),
    }));
    const added =
      rows.length > 0
        ? await database
            .insert(follows)
            .values(rows)
            .onConflictDoNothing()
            .returning({ id: follows.targetId })
        : [];
    await moveFollowers(
      database,
      removed.map(({ id }) => id),
      -1,
    );
    await moveFollowers(
      database,
      added.map(({ id }) => id),
      1,
    );
  });
}
