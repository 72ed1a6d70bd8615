import type { CallRequest, CallResponse } from "contract";
import type { FloorPost } from "contract/forum/shapes";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { sections, topics } from "../../database/schema";
import { cardsByIds } from "../../people/cards";
import type { CallContext } from "../../server/context";
import { found } from "../../server/refusal";
import { sectionsMovedFrom, toTopicRow } from "../lists/topic-rows";
import { tagsOfTopics } from "../states/topic-tags";
import { stateOf } from "../states/visibility";
import { placesOf } from "../writing/moved-posts";
import { attachmentsOfPosts } from "../writing/written-files";
import { floorStretch, milestonesOf } from "./floor-pages";
import { depthPostsOf, peopleIn, selectFloors, textsFor, toDepthPost, toShownPost } from "./floors";
import {
  acceptedFloor,
  muteOf,
  replyRefusal,
  statedBy,
  toAnswer,
  visibleTopic,
  whatToShow,
} from "./show-topic";

/** The writers on a page whom the caller has blocked. */
export function blockedAmong(
  blocked: number[],
  { floors }: Pick<CallResponse<"topicDetail">, "floors">,
): number[] {
  if (blocked.length === 0) return blocked;
  const writers = new Set(
    floors.flatMap((floor) => [floor, ...floor.depthPosts]).map((post) => post.author.uid),
  );
  return blocked.filter((uid) => writers.has(uid));
}

/** The topic of which this one is a duplicate, where everybody may read it; no query without one. */
async function repeated(database: Database, id: number | null) {
  if (id === null) return null;
  const [row] = await database
    .select({ tid: topics.id, title: topics.title })
    .from(topics)
    .innerJoin(sections, eq(sections.id, topics.sectionId))
    .where(and(eq(topics.id, id), sql`${topics.listed}`, sections.listed));
  return row ?? null;
}

/**
 * Reads a page of a topic as the caller sees it, with the topic's version and the authors of texts that not everybody
 * may see. Throws TOPIC_NOT_FOUND and POST_NOT_FOUND.
 */
export async function readTopicPage(request: CallRequest<"topicDetail">, context: CallContext) {
  const { database } = context;
  const { topic, viewer } = await visibleTopic(context, request.tid);
  const { floor, expanded } = await whatToShow(request, context);
  const { floors: numbers, ...stretch } = await floorStretch(
    database,
    {
      tid: topic.id,
      authorId: topic.authorId,
      lastFloor: topic.lastFloor,
      order: request.order,
      only: request.only,
    },
    { page: request.page, floor, from: request.from },
  );
  const posted = await selectFloors(database, topic.id, numbers, viewer);
  const beneath = await depthPostsOf(database, posted, expanded, viewer);
  const answer = await acceptedFloor(context, topic, posted, viewer);
  const writers = [...new Set([...posted.map(({ authorId }) => authorId), topic.authorId])];
  const cards = await cardsByIds(database, [
    ...writers,
    topic.lastReplierId,
    answer?.authorId ?? null,
    ...peopleIn(beneath),
  ]);
  const people = new Map([...cards].map(([id, { uid, nickName, icon }]) => [id, { uid, nickName, icon }]));
  // The text of the post in the address comes before all others.
  const inOrder = [...posted, ...(answer ? [answer] : []), ...beneath];
  const requestedPosts = inOrder.filter(({ id }) => id === request.pid);
  const postContext = { people, texts: await textsFor(database, viewer, [...requestedPosts, ...inOrder]) };
  const tags = await tagsOfTopics(database, [topic.id]);
  const refusal = replyRefusal(context, {
    closed: topic.closed,
    listed: stateOf(topic) === "listed",
    postingClosed: topic.postingClosed,
    section: { id: topic.sectionId, rights: topic.rights },
  });
  const moved = await sectionsMovedFrom(database, [topic]);
  const wentTo = await placesOf(
    database,
    posted.flatMap(({ movedToId }) => movedToId ?? []),
  );
  const floors = posted.map(
    (post): FloorPost => ({
      // Floor 1 is the topic itself, in any state.
      ...toShownPost(post.floor === 1 ? { ...post, ...statedBy(topic) } : post, postContext, viewer),
      floor: post.floor ?? 0,
      accepted: topic.acceptedPostId === post.id,
      movedTo: wentTo.get(post.movedToId ?? 0) ?? null,
      depthPosts: beneath
        .filter(({ parentId }) => parentId === post.id)
        .map((each) => toDepthPost(each, postContext, viewer)),
      depthTotal: post.depthTotal,
    }),
  );
  const page: CallResponse<"topicDetail"> = {
    ...toTopicRow(topic, {
      sectionName: topic.sectionName,
      people,
      tags: tags.get(topic.id) ?? [],
      movedFrom: moved.get(topic.movedFromId) ?? null,
    }),
    ...stretch,
    lastFloor: topic.lastFloor,
    milestones: await milestonesOf(database, topic.id, topic.lastFloor),
    floors,
    answer: toAnswer(answer, postContext),
    solvedReason: topic.solvedReason,
    authors: Object.fromEntries(writers.map((id) => [String(id), found(cards.get(id), "USER_NOT_FOUND")])),
    attachments: await attachmentsOfPosts(
      database,
      floors.flatMap((floor) => [floor, ...floor.depthPosts]),
    ),
    duplicateOf: await repeated(database, topic.duplicateOfId),
    favorited: topic.favorited,
    favorites: topic.favorites,
    authorFollowed: topic.authorFollowed,
    reading: viewer && topic.reading,
    blocked: blockedAmong(topic.blocked, { floors }),
    moderated: viewer?.moderates ?? false,
    canReply: viewer !== null && refusal === null,
    postingClosed: topic.postingClosed,
    replyRefusal: refusal,
    ...(await muteOf(context)),
  };
  const withheld = [topic, ...inOrder].filter((post) => stateOf(post) !== "listed");
  return { page, version: topic.version, withheldFrom: withheld.map(({ authorId }) => authorId) };
}
