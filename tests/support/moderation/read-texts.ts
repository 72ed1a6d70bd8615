import { eq, inArray, sql } from "drizzle-orm";
import type { Database } from "gateway/database/open";
import {
  posts,
  recommendedTopics,
  reviewItems,
  sections,
  topicMarkExpiries,
  topics,
} from "gateway/database/schema";
import { postFields, topicFields } from "gateway/forum/states/find-content";
import { stateOf } from "gateway/forum/states/visibility";

/** A text with all that a moderator can change of it. */
export async function readTexts(
  database: Database,
  pids: number[],
  { now, groupOf }: { now: Date; groupOf(fid: number): number[] },
) {
  const rows = await database
    .select({ post: postFields, topic: topicFields, bin: sections.recycleBin })
    .from(posts)
    .innerJoin(topics, eq(topics.id, posts.topicId))
    .innerJoin(sections, eq(sections.id, topics.sectionId))
    .where(inArray(posts.id, pids));
  const waiting = await database
    .select({ pid: reviewItems.postId })
    .from(reviewItems)
    .where(sql`${inArray(reviewItems.postId, pids)} and ${reviewItems.decidedAt} is null`);
  const around = rows.map(({ topic }) => topic.id);
  const ends = await database
    .select()
    .from(topicMarkExpiries)
    .where(inArray(topicMarkExpiries.topicId, around));
  const chosen = await database
    .select()
    .from(recommendedTopics)
    .where(inArray(recommendedTopics.topicId, around));
  const recommended = (await database.select().from(recommendedTopics)).filter(
    ({ until }) => until === null || until > now,
  );
  return new Map(
    rows.map(({ post, topic, bin }) => {
      const thing = post.floor === 1 ? topic : post;
      const { deletedAt, recycledById, hiddenAt, stateReason, review } = thing;
      const { sectionId, classId, movedFromId, pinScope, digestLevel, highlight, stamp, icon } = topic;
      const row = {
        state: stateOf(thing),
        topicState: stateOf(topic),
        review,
        stateReason,
        authorId: post.authorId,
        bin,
        waits: waiting.some(({ pid }) => pid === post.id),
        source: post.source,
        sectionId,
        pinScope,
        group: groupOf(sectionId),
        recommended: recommended.some((each) => each.topicId === topic.id && each.sectionId === sectionId),
        othersRecommended: recommended.filter(
          (each) => each.topicId !== topic.id && each.sectionId === sectionId,
        ).length,
        columns: {
          deletedAt,
          recycledById,
          hiddenAt,
          ...(post.floor === 1
            ? {
                sectionId,
                classId,
                movedFromId,
                pinScope,
                digestLevel,
                highlight,
                stamp,
                icon,
                closed: topic.closed,
                duplicateOfId: topic.duplicateOfId,
                activeAt: topic.activeAt,
                ...Object.fromEntries(
                  ends
                    .filter(({ topicId }) => topicId === topic.id)
                    .map(({ mark, until }) => [`end of ${mark}`, until]),
                ),
                recommended: chosen.find((each) => each.topicId === topic.id && each.sectionId === sectionId),
              }
            : {}),
        },
      };
      return [post.id, row] as const;
    }),
  );
}
export type Row = Awaited<ReturnType<typeof readTexts>> extends Map<number, infer Each> ? Each : never;
