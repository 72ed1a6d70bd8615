import type { CallRequest } from "contract";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts, follows, products, sections, tags } from "../database/schema";

/** A person, a section, a tag or a product that can be followed. */
export type FollowTarget = CallRequest<"follow">;

export async function isFollowing(
  database: Database,
  accountId: number,
  { kind, target }: FollowTarget,
): Promise<boolean> {
  const rows = await database
    .select({ id: follows.targetId })
    .from(follows)
    .where(and(eq(follows.accountId, accountId), eq(follows.kind, kind), eq(follows.targetId, target)))
    .limit(1);
  return rows.length > 0;
}

/** Updates the counters of a follow. It locks two accounts in the order of their ids, which avoids deadlocks. */
export async function moveFollowers(
  database: Database,
  { kind, target }: { kind: typeof follows.$inferSelect.kind; target: number },
  followerId: number,
  by: 1 | -1,
): Promise<void> {
  if (kind === "section")
    await database
      .update(sections)
      .set({ followers: sql`${sections.followers} + ${by}` })
      .where(eq(sections.id, target));
  else if (kind === "tag")
    await database
      .update(tags)
      .set({ followers: sql`${tags.followers} + ${by}` })
      .where(eq(tags.id, target));
  else if (kind === "product")
    await database
      .update(products)
      .set({ followers: sql`${products.followers} + ${by}` })
      .where(eq(products.id, target));
  else {
    for (const id of [followerId, target].sort((one, other) => one - other)) {
      const change =
        id === target
          ? { followers: sql`${accounts.followers} + ${by}` }
          : { following: sql`${accounts.following} + ${by}` };
      await database.update(accounts).set(change).where(eq(accounts.id, id));
    }
  }
}
