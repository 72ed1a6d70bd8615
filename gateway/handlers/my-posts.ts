import { and, count, desc, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { pageSize } from "contract/limits";
import { accountOf, type Handlers } from "../context";
import { posts, topics } from "../database/schema";
import { pageOf } from "../queries/topic-pages";
import { stateOf } from "../queries/visibility";
import { excerpt } from "../text/plain-text";

const excerptLength = 120;
/** Enough HTML for the excerpt's characters; the rest of a long text is not fetched. */
const excerptSource = 4_000;

/** One's own replies. */
export const myPostHandlers = {
  async myPosts({ page }, context) {
    const { database } = context;
    const account = accountOf(context);
    const isReply = or(isNull(posts.floor), ne(posts.floor, 1));
    // With those that only their author sees still; what the author deleted is gone.
    const unlisted = and(sql`not ${posts.listed}`, or(isNull(posts.deletedAt), isNotNull(posts.recycledById)));
    const [kept] = await database
      .select({ total: count() })
      .from(posts)
      .where(and(eq(posts.authorId, account.id), unlisted, isReply));
    // The account's counters have every post that stands, the first floors of its topics among them.
    const total = Math.max(0, account.posts - account.topics) + (kept?.total ?? 0);
    const { offset, ...shown } = pageOf(total, page);
    const rows = await database
      .select({
        pid: posts.id,
        tid: topics.id,
        topicTitle: topics.title,
        floor: posts.floor,
        html: sql<string>`left(${posts.html}, ${excerptSource})`,
        likes: posts.likes,
        createdAt: posts.createdAt,
        deletedAt: posts.deletedAt,
        recycledById: posts.recycledById,
        hiddenAt: posts.hiddenAt,
        review: posts.review,
        stateReason: posts.stateReason,
      })
      .from(posts)
      .innerJoin(topics, eq(topics.id, posts.topicId))
      .where(and(eq(posts.authorId, account.id), isReply, or(sql`${posts.listed}`, unlisted), sql`${topics.listed}`))
      .orderBy(sql`${posts.createdAt} desc nulls last`, desc(posts.id))
      .limit(pageSize)
      .offset(offset);
    return {
      posts: rows.map(({ pid, tid, topicTitle, floor, html, likes, createdAt, ...stated }) => {
        const state = stateOf(stated);
        const reason = state === "listed" ? null : stated.stateReason;
        return {
          pid,
          tid,
          topicTitle,
          floor,
          excerpt: excerpt(html, excerptLength),
          likes,
          createdAt: createdAt.toISOString(),
          state,
          reason,
        };
      }),
      ...shown,
      total,
    };
  },
} satisfies Handlers<"myPosts">;
