import type { CallResponse } from "contract";
import type { SitemapKind } from "contract/syndication/calls";
import { sitemapSliceLength } from "contract/syndication/constants";
import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import {
  accounts,
  courses,
  lessons,
  news,
  posts,
  resources,
  sections,
  tags,
  topics,
  topicTags,
  videos,
} from "../database/schema";
import { standing } from "../forum/lists/topic-pages";
import type { SectionRow } from "../forum/sections/find-sections";

type Slices = CallResponse<"sitemapIndex">["slices"];

const tables = { topics, tags, people: accounts, resources, videos, news, courses, lessons };
/** The ids of each kind, which define its slices. */
const ids: Record<SitemapKind, SQL> = {
  topics: sql`${topics.id}`,
  tags: sql`${tags.id}`,
  people: sql`${accounts.id}`,
  resources: sql`${resources.id}`,
  videos: sql`${videos.id}`,
  news: sql`${news.id}`,
  courses: sql`${courses.id}`,
  lessons: sql`${lessons.id}`,
};

/**
 * The public pages of a kind, as a table `pages (id, changed_at)`. A topic changes with its last reply and with the
 * last edit of its text; the page of a tag or a person with the newest topic; a resource or a video with a load; and
 * news with its date or its text.
 *
 * @param within a condition on the kind's `ids`.
 */
function pagesOf(kind: SitemapKind, all: SectionRow[], within: SQL = sql`true`): SQL {
  const listed = and(...standing(all));
  const newest = {
    topics: sql`select greatest(${topics.lastReplyAt}, ${posts.editedAt}) as at from ${posts}
      where ${posts.topicId} = ${topics.id} and ${posts.floor} = 1`,
    tags: sql`select ${topics.createdAt} as at from ${topicTags} join ${topics} on ${topics.id} = ${topicTags.topicId}
      where ${topicTags.tagId} = ${tags.id} and ${listed} order by ${topicTags.topicId} desc nulls last limit 1`,
    people: sql`select ${topics.createdAt} as at from ${topics}
      where ${topics.authorId} = ${accounts.id} and ${listed} order by ${topics.createdAt} desc nulls last limit 1`,
    resources: sql`select ${resources.updatedAt} as at`,
    videos: sql`select ${videos.updatedAt} as at`,
    news: sql`select greatest(${news.date}, ${news.updatedAt}) as at`,
    courses: sql`select greatest(${courses.opensAt}, ${courses.updatedAt}) as at`,
    lessons: sql`select greatest(course.opens_at, ${lessons.updatedAt}) as at from ${courses} course where course.id = ${lessons.courseId}`,
  }[kind];
  const table = tables[kind];
  const condition = {
    topics: and(listed, within),
    tags: within,
    people: and(isNull(accounts.closedAt), within),
    resources: and(isNull(resources.delistedAt), within),
    videos: and(isNull(videos.delistedAt), within),
    news: and(isNull(news.delistedAt), sql`${news.date} <= now()`, within),
    courses: and(isNull(courses.delistedAt), sql`${courses.opensAt} <= now()`, within),
    lessons: and(
      isNull(lessons.delistedAt),
      sql`exists (select 1 from ${courses} course where course.id = ${lessons.courseId}
        and course.delisted_at is null and course.opens_at <= now())`,
      within,
    ),
  }[kind];
  return sql`(select ${ids[kind]} as id, newest.at as changed_at from ${table} cross join lateral (${newest}) as newest where ${condition}) as pages`;
}

const changedAt = (moment: SQL) => moment.mapWith(topics.createdAt);

/**
 * Whether a slice exists, because the ids of the kind reach it. A slice between others may be empty.
 */
export async function isSlice(database: Database, kind: SitemapKind, slice: number): Promise<boolean> {
  const table = tables[kind];
  const [row] = await database.select({ last: sql<number | null>`max(${ids[kind]})` }).from(table);
  return (slice - 1) * sitemapSliceLength < (row?.last ?? 0);
}

/** The pages of one slice, by id. */
export function sliceEntries(
  database: Database,
  kind: SitemapKind,
  slice: number,
  all: SectionRow[],
): Promise<{ id: number; at: Date }[]> {
  const within = sql`${ids[kind]} between ${(slice - 1) * sitemapSliceLength + 1} and ${slice * sitemapSliceLength}`;
  return database
    .select({ id: sql<number>`pages.id`, at: changedAt(sql<Date>`pages.changed_at`) })
    .from(pagesOf(kind, all, within))
    .orderBy(sql`pages.id`);
}

/** The slices of a kind that are not empty, with the time of the latest change in each. */
export async function slicesOf(database: Database, kind: SitemapKind, all: SectionRow[]): Promise<Slices> {
  const slice = sql<number>`(pages.id - 1) / ${sql.raw(String(sitemapSliceLength))} + 1`;
  const rows = await database
    .select({ slice, at: changedAt(sql<Date>`max(pages.changed_at)`) })
    .from(pagesOf(kind, all))
    .groupBy(slice)
    .orderBy(slice);
  return rows.map((row) => ({ kind, slice: row.slice, updatedAt: row.at.toISOString() }));
}

/** The open sections, each with the time of its last reply; null without any. */
export async function datedSections(
  database: Database,
): Promise<{ fid: number; updatedAt: string | null }[]> {
  const newest = database
    .select({ at: topics.lastReplyAt })
    .from(topics)
    .where(and(eq(topics.sectionId, sections.id), sql`${topics.listed}`))
    .orderBy(sql`${topics.lastReplyAt} desc nulls last`)
    .limit(1)
    .as("newest");
  const rows = await database
    .select({ fid: sections.id, at: newest.at })
    .from(sections)
    .leftJoinLateral(newest, sql`true`)
    .where(eq(sections.listed, true))
    .orderBy(asc(sections.position), asc(sections.id));
  return rows.map(({ fid, at }) => ({ fid, updatedAt: at?.toISOString() ?? null }));
}
