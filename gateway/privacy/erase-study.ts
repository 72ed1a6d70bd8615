import { eq, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import {
  certificates,
  courseLearners,
  examAttempts,
  examResults,
  lecturers,
  lessonProgress,
  studyTotals,
  videoUploads,
  videoUploadsBegun,
} from "../database/schema";

/**
 * Removes what somebody studied, and takes them out of what courses and exams count. A certificate keeps its
 * public page, which then says that its holder is gone; a lecturer's card is the operator's and stays, but not the
 * recordings that they handed in.
 * @returns how many courses
 */
export async function eraseStudy(database: Database, id: number, now: Date): Promise<number> {
  await database.execute(sql`update lecturers l set learners = l.learners - own.learners from (
    select t.lecturer_id as id, count(*)::int as learners from course_learners x
      join course_lecturers t on t.course_id = x.course_id
      join courses c on c.id = x.course_id and c.delisted_at is null
    where x.account_id = ${id} group by 1) as own where own.id = l.id`);
  await database.execute(sql`update courses set learners = learners - 1
    where id in (select course_id from course_learners where account_id = ${id})`);
  await database.execute(sql`update exams e set takers = e.takers - 1,
      passed = e.passed - case when own.passed then 1 else 0 end
    from exam_results own where own.account_id = ${id} and own.taken > 0 and own.exam_id = e.id`);
  const learnerRows = await database
    .delete(courseLearners)
    .where(eq(courseLearners.accountId, id))
    .returning();
  for (const table of [
    lessonProgress,
    examResults,
    examAttempts,
    studyTotals,
    videoUploads,
    videoUploadsBegun,
  ])
    await database.delete(table).where(eq(table.accountId, id));
  await database
    .update(certificates)
    .set({ accountId: null, holder: "", closedAt: now })
    .where(eq(certificates.accountId, id));
  await database.update(lecturers).set({ accountId: null }).where(eq(lecturers.accountId, id));
  return learnerRows.length;
}
