import { and, eq } from "drizzle-orm";
import type { Database } from "../database/open";
import { notifications } from "../database/schema";

/** What happened to a person in the forum. */
export type ForumEvent = "reply" | "like" | "follow" | "invite" | "accept";

export interface Happening {
  event: ForumEvent;
  actorId: number;
  topicId?: number;
  postId?: number;
  at: Date;
}

/** Tells each of the people once; nobody is told of what they did themselves. */
export async function notify(database: Database, accountIds: number[], { event, actorId, topicId, postId, at }: Happening): Promise<void> {
  const told = [...new Set(accountIds)].filter((id) => id !== actorId);
  if (told.length === 0) return;
  await database
    .insert(notifications)
    .values(told.map((accountId) => ({ accountId, kind: "forum" as const, event, actorId, topicId, postId, createdAt: at })));
}

/** Takes a notice back when its reason was taken back, so that liking again and again tells a person once. */
export async function unnotify(
  database: Database,
  accountId: number,
  what: { event: ForumEvent; actorId: number; postId?: number },
): Promise<void> {
  const { event, actorId, postId } = what;
  const same = and(eq(notifications.accountId, accountId), eq(notifications.event, event), eq(notifications.actorId, actorId));
  await database.delete(notifications).where(postId === undefined ? same : and(same, eq(notifications.postId, postId)));
}
