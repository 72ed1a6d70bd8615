import { eq, inArray } from "drizzle-orm";
import type { Person, TopicRow } from "contract/shapes";
import type { Database } from "../database/open";
import { topicClasses, topics } from "../database/schema";
import { found } from "../refusal";
import { peopleByIds } from "./people";
import { tagsOfTopics } from "./tags";

/** What rows and topic pages show of a topic; its other columns are not fetched. */
export const topicColumns = {
  id: topics.id,
  sectionId: topics.sectionId,
  classId: topics.classId,
  className: topicClasses.name,
  authorId: topics.authorId,
  title: topics.title,
  pinned: topics.pinned,
  digest: topics.digest,
  closed: topics.closed,
  solved: topics.solved,
  views: topics.views,
  replies: topics.replies,
  likes: topics.likes,
  lastReplyAt: topics.lastReplyAt,
  lastReplierId: topics.lastReplierId,
  createdAt: topics.createdAt,
};

export type SelectedTopic = Pick<typeof topics.$inferSelect, Exclude<keyof typeof topicColumns, "className">> & {
  className: string | null;
};

/** What a topic's row is made of beside the topic itself. */
export interface Surroundings {
  sectionName: string;
  people: Map<number, Person>;
  tags: TopicRow["tags"];
}

export function toTopicRow(topic: SelectedTopic, { sectionName, people, tags }: Surroundings): TopicRow {
  const { pinned, digest, closed, solved, views, replies, likes } = topic;
  return {
    tid: topic.id,
    title: topic.title,
    section: { fid: topic.sectionId, name: sectionName },
    topicClass: topic.classId !== null && topic.className !== null ? { id: topic.classId, name: topic.className } : null,
    author: found(people.get(topic.authorId), "USER_NOT_FOUND"),
    tags,
    ...{ pinned, digest, closed, solved, views, replies, likes },
    createdAt: topic.createdAt.toISOString(),
    lastReplyAt: topic.lastReplyAt.toISOString(),
    lastReplier: (topic.lastReplierId !== null && people.get(topic.lastReplierId)) || null,
  };
}

/**
 * The rows of these topics, in the order of the ids. Three small queries for any number of topics: joined into one
 * they take longer to plan than to run.
 */
export async function topicRows(database: Database, ids: number[], sections: { id: number; name: string }[]): Promise<TopicRow[]> {
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
  const names = new Map(sections.map(({ id, name }) => [id, name]));
  const rows = new Map(
    selected.map((topic) => {
      const sectionName = names.get(topic.sectionId) ?? "";
      return [topic.id, toTopicRow(topic, { sectionName, people, tags: tags.get(topic.id) ?? [] })];
    }),
  );
  return ids.flatMap((id) => rows.get(id) ?? []);
}
