import type { CallResponse } from "contract";
import { and, desc, eq, gt, inArray, isNull, notInArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import {
  courseLearners,
  courseProducts,
  courses,
  follows,
  lessonProgress,
  lessons,
  tags,
} from "../../database/schema";
import type { CallContext } from "../../server/context";
import { courseVideos, isOpen } from "./rows";

type Video = CallResponse<"recommendedCourseVideos">["videos"][number];
interface Recommendation {
  id: number;
  why: Video["why"];
  because: string;
}

/** Lessons with a video of open courses, in the given order. */
const videosOf = (database: Database, now: Date, where: SQL | undefined, order: SQL, limit: number) =>
  database
    .select({ id: lessons.id, course: courses.title })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(and(isNull(lessons.delistedAt), gt(lessons.seconds, 0), isOpen(now), where))
    .orderBy(order, sql`${lessons.id} desc nulls last`)
    .limit(limit);

/** The hottest of all, read from the index on heat. */
const hottest = (database: Database, now: Date, where: SQL | undefined, limit: number) =>
  videosOf(database, now, where, sql`${lessons.heat} desc nulls last`, limit);

/**
 * The hottest of a few courses. The sum keeps the planner from using the index on heat: it would read all videos,
 * hottest first, until it has found enough of these courses. Without that index it looks lessons up by course.
 */
const hottestOf = (database: Database, now: Date, ids: number[], where: SQL | undefined, limit: number) =>
  videosOf(
    database,
    now,
    and(inArray(lessons.courseId, ids), where),
    sql`(${lessons.heat} + 0) desc nulls last`,
    limit,
  );

/** How many of the courses that a person studied last are considered. */
const recently = 5;

/** The unfinished lessons of the courses that a person studies. */
async function fromStudiedCourses(
  { database, now }: CallContext,
  accountId: number,
  limit: number,
): Promise<Recommendation[]> {
  const own = await database
    .select({ id: courseLearners.courseId })
    .from(courseLearners)
    .where(and(eq(courseLearners.accountId, accountId), isNull(courseLearners.finishedAt)))
    .orderBy(desc(courseLearners.studiedAt))
    .limit(recently);
  if (own.length === 0) return [];
  const isNotDone = sql`not exists (select 1 from ${lessonProgress} where ${lessonProgress.accountId} = ${accountId}
    and ${lessonProgress.lessonId} = ${lessons.id} and (${lessonProgress.doneAt} is not null or ${lessonProgress.markedAt} is not null))`;
  const ids = own.map(({ id }) => id);
  const rows = await hottestOf(database, now(), ids, isNotDone, limit);
  return rows.map(({ id, course }) => ({ id, why: "studied", because: course }));
}

/** How many of the newest courses about followed tags or products are considered. */
const coursesAbout = 50;

/** Open courses about tags and products that the person follows. */
async function coursesFollowed({ database, now }: CallContext, accountId: number): Promise<number[]> {
  const own = await database
    .select({ kind: follows.kind, id: follows.targetId, name: tags.name })
    .from(follows)
    .leftJoin(tags, and(eq(follows.kind, "tag"), eq(tags.id, follows.targetId)))
    .where(and(eq(follows.accountId, accountId), inArray(follows.kind, ["tag", "product"])))
    .orderBy(desc(follows.createdAt))
    .limit(200);
  const names = own.flatMap(({ name }) => (name === null ? [] : [name.toLowerCase()]));
  const ids = own.flatMap(({ kind, id }) => (kind === "product" ? [id] : []));
  const about = [
    // Written so that the index on these words is used.
    ...(names.length > 0
      ? [
          sql`(lower(${courses.tags}::text)::jsonb) ?| array(select json_array_elements_text(${JSON.stringify(names)}::json))`,
        ]
      : []),
    ...(ids.length > 0
      ? [
          inArray(
            courses.id,
            database
              .select({ id: courseProducts.courseId })
              .from(courseProducts)
              .where(inArray(courseProducts.productId, ids)),
          ),
        ]
      : []),
  ];
  const found = await Promise.all(
    about.map((condition) =>
      database
        .select({ id: courses.id })
        .from(courses)
        .where(and(isOpen(now()), condition))
        .orderBy(desc(courses.opensAt), desc(courses.id))
        .limit(coursesAbout),
    ),
  );
  return [...new Set(found.flat().map(({ id }) => id))];
}

/** Videos of courses about tags and products that the person follows. */
async function fromFollowedCourses(
  context: CallContext,
  accountId: number,
  limit: number,
): Promise<Recommendation[]> {
  const about = await coursesFollowed(context, accountId);
  if (about.length === 0) return [];
  const rows = await hottestOf(context.database, context.now(), about, undefined, limit);
  return rows.map(({ id, course }) => ({ id, why: "followed", because: course }));
}

/**
 * Course videos for a person: first from courses that they study, then from courses about what they follow, then the
 * most played.
 */
export async function recommendedVideos(context: CallContext, count: number): Promise<Video[]> {
  const id = context.caller.account?.id;
  const { database, now } = context;
  const recommendations: Recommendation[] = [];
  const add = (more: Recommendation[]) => {
    for (const each of more)
      if (recommendations.length < count && !recommendations.some((other) => other.id === each.id))
        recommendations.push(each);
  };
  if (id !== undefined) {
    // Half of the list is for courses that the person studies already, so that it also offers something new.
    add(await fromStudiedCourses(context, id, Math.ceil(count / 2)));
    add(await fromFollowedCourses(context, id, count));
  }
  if (recommendations.length < count) {
    const recommendedIds = recommendations.map((each) => each.id);
    const others = recommendedIds.length > 0 ? notInArray(lessons.id, recommendedIds) : undefined;
    const rows = await hottest(database, now(), others, count - recommendations.length);
    add(rows.map((row) => ({ id: row.id, why: "popular", because: "" })));
  }
  const videos = await courseVideos(
    database,
    recommendations.map((each) => each.id),
  );
  return videos.flatMap((video) => {
    const why = recommendations.find((each) => each.id === video.lesson);
    return why ? [{ ...video, why: why.why, because: why.because }] : [];
  });
}
