import type { Person } from "contract/base/shapes";
import type { TopicRow } from "contract/forum/shapes";
import { eq, inArray } from "drizzle-orm";
import type { Database } from "../../database/open";
import { sections as sectionsTable, topicClasses, topics } from "../../database/schema";
import { peopleByIds } from "../../people/cards";
import { found } from "../../server/refusal";
import { isHot } from "../states/heat";
import { tagsOfTopics } from "../states/topic-tags";
import { stateOf } from "../states/visibility";

/** The columns that rows and topic pages show of a topic. */
export const topicColumns = {
  id: topics.id,
  sectionId: topics.sectionId,
  classId: topics.classId,
  className: topicClasses.name,
  authorId: topics.authorId,
  title: topics.title,
  pinned: topics.pinned,
  digest: topics.digest,
  digestLevel: topics.digestLevel,
  highlight: topics.highlight,
  closed: topics.closed,
  solved: topics.solved,
  hot: isHot,
  views: topics.views,
  replies: topics.replies,
  likes: topics.likes,
  lastReplyAt: topics.lastReplyAt,
  lastReplierId: topics.lastReplierId,
  createdAt: topics.createdAt,
  stamp: topics.stamp,
  icon: topics.icon,
  movedFromId: topics.movedFromId,
  deletedAt: topics.deletedAt,
  recycledById: topics.recycledById,
  hiddenAt: topics.hiddenAt,
  review: topics.review,
  stateReason: topics.stateReason,
};

export type SelectedTopic = Pick<
  typeof topics.$inferSelect,
  Exclude<keyof typeof topicColumns, "className" | "hot">
> & {
  hot: boolean;
  className: string | null;
};

/** The tables that a topic's row needs beside the topic itself. */
export interface Surroundings {
  sectionName: string;
  people: Map<number, Person>;
  tags: TopicRow["tags"];
  movedFrom: TopicRow["movedFrom"];
}

export function toTopicRow(
  topic: SelectedTopic,
  { sectionName, people, tags, movedFrom }: Surroundings,
): TopicRow {
  const state = stateOf(topic);
  const { pinned, digest, digestLevel, highlight, closed, solved, hot, views, replies, likes, stamp, icon } =
    topic;
  return {
    tid: topic.id,
    title: topic.title,
    section: { fid: topic.sectionId, name: sectionName },
    topicClass:
      topic.classId !== null && topic.className !== null
        ? { id: topic.classId, name: topic.className }
        : null,
    author: found(people.get(topic.authorId), "USER_NOT_FOUND"),
    tags,
    pinned,
    digest,
    digestLevel,
    highlight,
    closed,
    solved,
    hot,
    views,
    replies,
    likes,
    createdAt: topic.createdAt.toISOString(),
    lastReplyAt: topic.lastReplyAt.toISOString(),
    lastReplier: (topic.lastReplierId !== null && people.get(topic.lastReplierId)) || null,
    state,
    reason: state === "listed" ? null : topic.stateReason,
    stamp,
    icon,
    movedFrom,
  };
}

/** The sections that topics were moved from, by id; no query when none was. */
export async function sectionsMovedFrom(
  database: Database,
  moved: { movedFromId: number | null }[],
): Promise<Map<number | null, TopicRow["movedFrom"]>> {
  const ids = [...new Set(moved.flatMap(({ movedFromId }) => movedFromId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await database
    .select({ fid: sectionsTable.id, name: sectionsTable.name })
    .from(sectionsTable)
    .where(inArray(sectionsTable.id, ids));
  return new Map(rows.map((row) => [row.fid, row]));
}

/**
 * The rows of these topics, in the order of the ids. Three small queries for any number of topics: one joined query
 * would take longer to plan than to run.
 */
export async function topicRows(
  database: Database,
  ids: number[],
  sections: { id: number; name: string }[],
): Promise<TopicRow[]> {
  if (ids.length === 0) return [];
  const selected = await database
    .select(topicColumns)
    .from(topics)
    .leftJoin(topicClasses, eq(topicClasses.id, topics.classId))
    .where(inArray(topics.id, ids));
  const people = await peopleByIds(
    database,
    selected.flatMap(({ authorId, lastReplierId }) => [authorId, lastReplierId]),
  );
  const tags = await tagsOfTopics(database, ids);
  const moved = await sectionsMovedFrom(database, selected);
  const names = new Map(sections.map(({ id, name }) => [id, name]));
  const rows = new Map(
    selected.map((topic) => {
      const sectionName = names.get(topic.sectionId) ?? "";
      return [
        topic.id,
        toTopicRow(topic, {
          sectionName,
          people,
          tags: tags.get(topic.id) ?? [],
          movedFrom: moved.get(topic.movedFromId) ?? null,
        }),
      ];
    }),
  );
  return ids.flatMap((id) => rows.get(id) ?? []);
}
