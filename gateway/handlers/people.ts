import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { pageSize } from "contract/limits";
import type { Handlers } from "../context";
import { posts, sections, tags, topics } from "../database/schema";
import { openCardOf } from "../queries/people";
import { profileOf } from "../queries/profiles";
import { pageOf } from "../queries/topic-pages";
import { excerpt } from "../text/plain-text";

const excerptLength = 120;
/** Enough HTML for the excerpt's characters; the rest of a long text is not fetched. */
const excerptSource = 4_000;
const hotTagsLength = 20;

/** Members and tags as everyone sees them. */
export const peopleHandlers = {
  authorInfo: ({ uid }, { database, caller }) => profileOf(database, uid, caller.account?.id),

  async otherUserPosts({ uid, page }, { database }) {
    const author = await openCardOf(database, uid);
    // The account's counters: every post that stands, the first floors of its topics among them.
    const total = Math.max(0, author.posts - author.topics);
    const shown = pageOf(total, page);
    const rows = await database
      .select({
        pid: posts.id,
        tid: topics.id,
        topicTitle: topics.title,
        floor: posts.floor,
        html: sql<string>`left(${posts.html}, ${excerptSource})`,
        createdAt: posts.createdAt,
      })
      .from(posts)
      .innerJoin(topics, eq(topics.id, posts.topicId))
      .innerJoin(sections, eq(sections.id, topics.sectionId))
      .where(
        and(
          eq(posts.authorId, uid),
          sql`${posts.listed}`,
          or(isNull(posts.floor), gt(posts.floor, 1)),
          sql`${topics.listed}`,
          eq(sections.closed, false),
        ),
      )
      .orderBy(sql`${posts.createdAt} desc nulls last`, desc(posts.id))
      .limit(pageSize)
      .offset(shown.offset);
    return {
      posts: rows.map(({ html, createdAt, ...row }) => ({
        ...row,
        excerpt: excerpt(html, excerptLength),
        createdAt: createdAt.toISOString(),
      })),
      page: shown.page,
      pages: shown.pages,
      total,
    };
  },

  async hotTags(_request, { database }) {
    const rows = await database
      .select({ id: tags.id, name: tags.name, topics: tags.topics })
      .from(tags)
      .where(gt(tags.topics, 0))
      .orderBy(sql`${tags.topics} desc nulls last`, tags.id)
      .limit(hotTagsLength);
    return { tags: rows };
  },
} satisfies Handlers<"authorInfo" | "otherUserPosts" | "hotTags">;
