import type { LogValues } from "contract/moderation/actions";
import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts, topics } from "../../database/schema";
import {
  lockTopicOrGone,
  type Post,
  postFields,
  type Topic,
  topicFields,
} from "../../forum/states/find-content";
import { countOnTopic, freshHeat } from "../../forum/states/heat";
import { indexTopic, unindexed } from "../../search/index/index-rows";
import type { Services } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import type { Act, ActOutcome } from "../batches/act";
import { actsIn, checkMayAct } from "../operator";
import { inRow, lockBoth, moveFloors, type Placed } from "./move-floors";
import { checkSection } from "./move-topic";

/** Those of the chosen replies that can be moved, in the order of their floors. */
async function movable(database: Database, tid: number, pids: number[]): Promise<Post[]> {
  return database
    .select(postFields)
    .from(posts)
    .where(and(eq(posts.topicId, tid), inArray(posts.id, pids), gt(posts.floor, 1), sql`${posts.listed}`))
    .orderBy(asc(posts.floor));
}

/** The chosen replies, in the order of their floors; the topic is locked. Throws REPLIES_CHANGED. */
async function chosenFloors(database: Database, tid: number, pids: number[]): Promise<Post[]> {
  const rows = await movable(database, tid, pids);
  if (rows.length === 0 || rows.length !== pids.length) throw new Refusal("REPLIES_CHANGED");
  return rows;
}

/** What an undo needs: the posts with their floors, where they stand now, and what the topics had before. */
export function undoValues(placed: Placed[], from: Topic, to: Topic | null): LogValues {
  const accepted = placed.some(({ post }) => post.id === from.acceptedPostId) ? from.acceptedPostId : null;
  return {
    posts: placed.map(({ post }) => post.id).join(","),
    floors: placed.map(({ post }) => post.floor).join(","),
    first: placed[0]?.place ?? 0,
    accepted,
    activeFrom: from.activeAt?.toISOString() ?? null,
    activeTo: to?.activeAt?.toISOString() ?? null,
  };
}

/** The list times of both topics now: an undo puts the earlier ones back only if nothing has changed them since. */
export async function activeNow(database: Database, from: Topic, to: Topic): Promise<LogValues> {
  const rows = await database
    .select({ id: topics.id, activeAt: topics.activeAt })
    .from(topics)
    .where(inArray(topics.id, [from.id, to.id]));
  const of = (id: number) => rows.find((row) => row.id === id)?.activeAt?.toISOString() ?? null;
  return { activeFromNow: of(from.id), activeToNow: of(to.id) };
}

async function outcomeOf(
  database: Database,
  { from, to, placed, undo }: { from: Topic; to: Topic; placed: Placed[]; undo: LogValues },
): Promise<ActOutcome> {
  const writers = [...new Set(placed.map(({ post }) => post.authorId))];
  return {
    sectionId: from.sectionId,
    personId: writers.length === 1 ? (writers[0] ?? null) : null,
    tids: [from.id, to.id],
    before: { topic: from.id, replies: placed.length },
    after: { topic: to.id, replies: placed.length },
    undo: { ...undo, ...(await activeNow(database, from, to)) },
    tell: {
      accountIds: writers,
      topicId: to.id,
      ...(placed[0] ? { postId: placed[0].post.id } : {}),
    },
  };
}

/** Moves chosen replies of one topic to the end of another: no floor there changes its number. */
export const moveReplies: Act = {
  kind: "topic",
  async act(database, tid, work): Promise<ActOutcome> {
    const { posts: pids = [], value = "" } = work.options;
    const targetId = Number(value);
    const [from, to] = await lockBoth(database, tid, targetId);
    await checkMayAct(database, work.operator, from, false);
    if (targetId === tid) throw new Refusal("SAME_TOPIC");
    if (!actsIn(work.operator, to.sectionId)) throw new Refusal("TARGET_ELSEWHERE");
    if (!from.listed || !to.listed) throw new Refusal("TOPICS_NOT_PUBLIC");
    const placed = inRow(await chosenFloors(database, tid, pids), to.lastFloor);
    const undo = undoValues(placed, from, to);
    await moveFloors(database, { from, to, placed, at: work.at, stubs: true });
    await database
      .update(topics)
      .set({ lastFloor: to.lastFloor + placed.length })
      .where(eq(topics.id, to.id));
    return outcomeOf(database, { from, to, placed, undo });
  },
};

/** The text that begins the new topic, as it was when its search document was made. */
interface Beginning {
  html: string;
  lexemes: string;
}

/** Begins a topic with the first of the chosen replies: by its author, at its time. */
async function beginTopic(
  database: Database,
  first: Post,
  { title, sectionId }: { title: string; sectionId: number },
): Promise<Topic> {
  const { authorId, createdAt } = first;
  const [row] = await database
    .insert(topics)
    .values({ sectionId, authorId, title, createdAt, lastReplyAt: createdAt, heat: freshHeat(createdAt) })
    .returning(topicFields);
  return found(row, "TOPIC_NOT_FOUND");
}

/** Makes a new topic of chosen replies, in a section that the moderator has; the earliest of them begins it. */
export const splitTopic: Act = {
  kind: "topic",

  /** Cuts the words of the new topic for the search before the transaction: no transaction may wait for a worker. */
  async prepare({ database, texts }: Pick<Services, "database" | "texts">, tid, { options }) {
    const [first] = await movable(database, tid, options.posts ?? []);
    // The act says why not: the choice may not be the moderator's at all.
    if (!first) return undefined;
    const { html } = first;
    const text = { html, title: options.title ?? "", tags: [] };
    const [lexemes = ""] = await texts.run("lexemes", { texts: [text] }, html.length, null);
    return { html, lexemes } satisfies Beginning;
  },

  async act(database, tid, work): Promise<ActOutcome> {
    const { posts: pids = [], value = "", title = "" } = work.options;
    const sectionId = Number(value);
    const from = await lockTopicOrGone(database, tid);
    await checkMayAct(database, work.operator, from, false);
    await checkSection(database, sectionId);
    if (!actsIn(work.operator, sectionId)) throw new Refusal("TARGET_ELSEWHERE");
    if (!from.listed) throw new Refusal("TOPICS_NOT_PUBLIC");
    const floors = await chosenFloors(database, tid, pids);
    const first = found(floors[0], "REPLIES_CHANGED");
    const beginning = work.prepared as Beginning | undefined;
    // It was edited a moment ago.
    if (beginning?.html !== first.html) throw new Refusal("REPLIES_CHANGED");
    const to = await beginTopic(database, first, { title, sectionId });
    const placed = inRow(floors, 0);
    const undo = undoValues(placed, from, null);
    await moveFloors(database, { from, to, placed, at: work.at, stubs: true });
    await database
      .update(topics)
      .set({ lastFloor: placed.length, ...countOnTopic({ likes: first.likes }) })
      .where(eq(topics.id, to.id));
    await indexTopic(database, to.id, beginning.lexemes);
    await database.update(posts).set(unindexed).where(eq(posts.id, first.id));
    return outcomeOf(database, { from, to, placed, undo });
  },
};
