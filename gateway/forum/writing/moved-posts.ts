import type { CallRequest } from "contract";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts, sections, topics } from "../../database/schema";
import type { CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { visiblePost } from "../states/find-content";
import { type Permalink, postPermalink } from "./permalinks";

/** Where moved posts are now, by their ids: those that everybody may read. No query without any. */
export async function placesOf(
  database: Database,
  pids: number[],
): Promise<Map<number, { tid: number; pid: number; title: string }>> {
  if (pids.length === 0) return new Map();
  const rows = await database
    .select({ pid: posts.id, tid: topics.id, title: topics.title })
    .from(posts)
    .innerJoin(topics, eq(topics.id, posts.topicId))
    .innerJoin(sections, eq(sections.id, topics.sectionId))
    .where(and(inArray(posts.id, pids), sql`${topics.listed}`, sections.listed));
  return new Map(rows.map((row) => [row.pid, row]));
}

/** The post that a topic's own text became where it was moved; undefined where it was not. */
async function firstOf(database: Database, tid: number): Promise<number | undefined> {
  const [row] = await database
    .select({ pid: posts.movedToId })
    .from(posts)
    .where(and(eq(posts.topicId, tid), eq(posts.floor, 1)));
  return row?.pid ?? undefined;
}

/** The place of a post that was moved out of this topic, as far as the caller may see it; null for any other. */
export async function movedPlace(
  context: CallContext,
  { tid, pid }: CallRequest<"movedPost">,
): Promise<Permalink | null> {
  const { database } = context;
  const moved = pid ?? (await firstOf(database, tid));
  if (moved === undefined) return null;
  const text = await visiblePost(context, moved).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  return text && text.post.topicId !== tid ? postPermalink(database, text.post) : null;
}
