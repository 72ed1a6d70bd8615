import type { CallRequest, CallResponse } from "contract";
import { studyPageSize } from "contract/training/constants";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { pageOf } from "../../database/pages";
import { lessonTopics, topics } from "../../database/schema";
import { standing } from "../../forum/lists/topic-pages";
import { allSections } from "../../forum/sections/find-sections";

/** Public topics about a lesson, latest first. */
export async function listLessonTopics(
  database: Database,
  { id, page }: CallRequest<"lessonTopics">,
): Promise<CallResponse<"lessonTopics">> {
  const where = and(eq(lessonTopics.lessonId, id), ...standing(await allSections(database)));
  const about = () =>
    database
      .select({
        tid: topics.id,
        title: topics.title,
        replies: topics.replies,
        solved: topics.solved,
        at: lessonTopics.at,
        createdAt: topics.createdAt,
      })
      .from(lessonTopics)
      .innerJoin(topics, eq(topics.id, lessonTopics.topicId))
      .where(where);
  const [countRow] = await database
    .select({ total: sql<number>`count(*)::int` })
    .from(lessonTopics)
    .innerJoin(topics, eq(topics.id, lessonTopics.topicId))
    .where(where);
  const total = countRow?.total ?? 0;
  const { offset, ...place } = pageOf(total, page, studyPageSize);
  const rows = await about().orderBy(desc(lessonTopics.topicId)).limit(studyPageSize).offset(offset);
  return {
    topics: rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() })),
    ...place,
    total,
  };
}
