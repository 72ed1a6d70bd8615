import { eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { TopicRow } from "contract/shapes";
import type { Database } from "../database/open";
import { accounts, sections, tags, topicClasses, topics, topicTags } from "../database/schema";
import { personColumns, toPerson, toPersonOrNull } from "./people";

const replier = alias(accounts, "replier");

const tagsOfTopic = sql<{ id: number; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', ${tags.id}, 'name', ${tags.name}) order by ${topicTags.position}), '[]'::json)
  from ${topicTags} inner join ${tags} on ${tags.id} = ${topicTags.tagId} where ${topicTags.topicId} = ${topics.id}
)`;

/** Topics with everything that a row of a list shows, in one query; the caller adds its `where`. */
export function selectTopics(database: Database) {
  return database
    .select({
      topic: topics,
      section: { name: sections.name, closed: sections.closed },
      className: topicClasses.name,
      author: personColumns,
      replier: { id: replier.id, nickname: replier.nickname, avatar: replier.avatar },
      tags: tagsOfTopic,
    })
    .from(topics)
    .innerJoin(sections, eq(sections.id, topics.sectionId))
    .innerJoin(accounts, eq(accounts.id, topics.authorId))
    .leftJoin(topicClasses, eq(topicClasses.id, topics.classId))
    .leftJoin(replier, eq(replier.id, topics.lastReplierId));
}

type SelectedTopic = Awaited<ReturnType<typeof selectTopics>>[number];

export function toTopicRow({ topic, section, className, author, replier: lastReplier, tags: tagList }: SelectedTopic): TopicRow {
  const { pinned, digest, closed, solved, views, replies, likes } = topic;
  return {
    tid: topic.id,
    title: topic.title,
    section: { fid: topic.sectionId, name: section.name },
    topicClass: topic.classId !== null && className !== null ? { id: topic.classId, name: className } : null,
    author: toPerson(author),
    tags: tagList,
    ...{ pinned, digest, closed, solved, views, replies, likes },
    createdAt: topic.createdAt.toISOString(),
    lastReplyAt: topic.lastReplyAt.toISOString(),
    lastReplier: toPersonOrNull(lastReplier),
  };
}

/** The rows of these topics, in the order of the ids. */
export async function topicRows(database: Database, ids: number[]): Promise<TopicRow[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await selectTopics(database).where(inArray(topics.id, ids))).map((row) => [row.topic.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [toTopicRow(row)] : [];
  });
}
