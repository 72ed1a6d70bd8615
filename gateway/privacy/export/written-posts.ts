import { and, asc, eq, gt, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { outerColumn } from "../../database/outer-column";
import { posts, sections, tags, topics, topicTags } from "../../database/schema";
import { openTitle } from "../../forum/personal-data";
import { rowsAtOnce, stretches } from "../../server/personal-data";

/** A post of the person with everything that its file contains. Posts that they deleted themselves are left out. */
export type WrittenPost = ReturnType<typeof writtenPosts> extends AsyncGenerator<infer Row> ? Row : never;

/** Topics (their first floors) or replies that the person wrote, oldest first. */
export function writtenPosts(database: Database, accountId: number, what: "topics" | "replies") {
  const first = eq(posts.floor, 1);
  const tagNames = sql<
    string[]
  >`array(select ${tags.name} from ${topicTags} join ${tags} on ${tags.id} = ${topicTags.tagId}
    where ${topicTags.topicId} = ${outerColumn(topics.id)} order by ${topicTags.position})`;
  return stretches((after) =>
    database
      .select({
        id: posts.id,
        tid: topics.id,
        title: openTitle,
        ownTitle: topics.title,
        section: sections.name,
        tags: tagNames,
        floor: posts.floor,
        source: posts.source,
        likes: posts.likes,
        createdAt: posts.createdAt,
        editedAt: posts.editedAt,
        listed: sql<boolean>`${posts.listed} and ${topics.listed}`,
      })
      .from(posts)
      .innerJoin(topics, eq(topics.id, posts.topicId))
      .innerJoin(sections, eq(sections.id, topics.sectionId))
      .where(
        and(
          eq(posts.authorId, accountId),
          what === "topics" ? first : or(isNull(posts.floor), ne(posts.floor, 1)),
          or(isNull(posts.deletedAt), isNotNull(posts.recycledById)),
          gt(posts.id, after),
        ),
      )
      .orderBy(asc(posts.id))
      .limit(rowsAtOnce),
  );
}
