import { and, eq } from "drizzle-orm";
import type { CallRequest } from "contract";
import type { Database } from "../database/open";
import { follows } from "../database/schema";

/** A person, a section or a tag that can be followed. */
export type FollowTarget = CallRequest<"follow">;

export async function isFollowing(database: Database, accountId: number, { kind, target }: FollowTarget): Promise<boolean> {
  const rows = await database
    .select({ id: follows.targetId })
    .from(follows)
    .where(and(eq(follows.accountId, accountId), eq(follows.kind, kind), eq(follows.targetId, target)))
    .limit(1);
  return rows.length > 0;
}
