import { and, eq, sql } from "drizzle-orm";
import { recountCourse } from "gateway/content/load/catalogue/training/lessons";
import type { Database } from "gateway/database/open";
import {
  certificates,
  courseLearners,
  courses,
  examResults,
  lessonProgress,
  lessons,
} from "gateway/database/schema";
import { enqueue, runJobs } from "gateway/server/jobs";
import { joinCourse } from "gateway/training/join-course";
import { recountCourseJob } from "gateway/training/study/recount";
import { describe, expect, it, vi } from "vitest";
import { type Member, startGateway } from "../support/gateway";
import { learnLesson, saveTraining } from "../support/training";

const gateway = startGateway();

const now = () => gateway().services.now();
const learner = async (course: number, { id }: Member) => {
  const [row] = await gateway()
    .database.select()
    .from(courseLearners)
    .where(and(eq(courseLearners.courseId, course), eq(courseLearners.accountId, id)));
  return row;
};
/** People who have begun a course, and have of its lessons done what the row says. */
async function begun(course: number, people: Member[], row: { lessonsDone: number; finishedAt?: Date }) {
  const at = { startedAt: now(), studiedAt: now() };
  await gateway()
    .database.insert(courseLearners)
    .values(people.map(({ id }) => ({ accountId: id, courseId: course, ...at, ...row })));
}
const recount = async (course: number, database = gateway().database) => {
  await enqueue(gateway().database, recountCourse, { course }, { now: now() });
  await runJobs({ ...gateway().services, database }, [recountCourseJob]);
};

/** A database that counts its queries, also those of its transactions. */
const counting = (database: Database, seen: { queries: number }): Database =>
  new Proxy(database, {
    get(target, name) {
      if (name === "transaction")
        return (work: (inside: Database) => Promise<unknown>) =>
          target.transaction((inside) => work(counting(inside, seen)));
      if (name === "select" || name === "execute") seen.queries += 1;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

/** How many connections wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = (await gateway().database.execute(sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)) as unknown as { rows: unknown[] };
  return rows.length;
}

describe("learners of a course whose lessons changed", () => {
  it("get their certificates page by page, and nobody is asked about who has not passed the exam", async () => {
    const { course, exam, lesson } = await saveTraining(gateway(), null);
    const { database } = gateway();
    await database.update(courses).set({ certificateExamId: exam }).where(eq(courses.id, course));
    const people: Member[] = [];
    while (people.length < 120) people.push(await gateway().member());
    await begun(course, people, { lessonsDone: 0 });
    await database
      .insert(lessonProgress)
      .values(
        people.map(({ id }) => ({ accountId: id, lessonId: lesson, position: 0, at: now(), doneAt: now() })),
      );
    const result = { examId: exam, taken: 1, best: 100 };
    const passing = people.filter((_, index) => index > 59);
    await database
      .insert(examResults)
      .values(people.map(({ id }) => ({ ...result, accountId: id, passed: false })));
    const seen = { queries: 0 };
    await recount(course, counting(database, seen));
    const issued = () => database.$count(certificates, eq(certificates.courseId, course));
    expect(await issued()).toBe(0);
    expect(seen.queries).toBeLessThan(20);
    expect(await learner(course, people[119] as Member)).toMatchObject({
      lessonsDone: 1,
      finishedAt: expect.any(Date),
    });
    for (const { id } of passing)
      await database
        .update(examResults)
        .set({ passed: true })
        .where(and(eq(examResults.accountId, id), eq(examResults.examId, exam)));
    await recount(course);
    expect(await issued()).toBe(60);
    // It may take minutes, and nothing else waits for it.
    expect(recountCourseJob.lane).toBe("courseRecounts");
  });

  it("have not finished a course that was taken down while their last lesson was saved", async () => {
    const { course, lesson } = await saveTraining(gateway(), null);
    const me = await gateway().member();
    const { database } = gateway();
    const original = database.transaction.bind(database);
    const begins = vi.spyOn(database, "transaction");
    await gateway().ok("saveLessonPosition", { lesson, position: 1 }, me);
    const { opened } = await gateway().ok("studyOfCourse", { course, lesson }, me);
    gateway().pass((await gateway().ok("lessonById", { id: lesson })).needs);
    begins.mockImplementationOnce(async (...work) => {
      const gone = { delistedAt: now() };
      await database.update(courses).set(gone).where(eq(courses.id, course));
      await database.update(lessons).set(gone).where(eq(lessons.courseId, course));
      return original(...work);
    });
    const saved = await gateway().ok("saveLessonPosition", { lesson, read: opened }, me);
    expect(saved).toMatchObject({ lesson: { done: true }, finished: false, certificate: null });
    expect(await learner(course, me)).toMatchObject({ finishedAt: null });
    // It counts when the course comes back.
    await database.update(courses).set({ delistedAt: null }).where(eq(courses.id, course));
    await database.update(lessons).set({ delistedAt: null }).where(eq(lessons.courseId, course));
    await recount(course);
    expect(await learner(course, me)).toMatchObject({ lessonsDone: 1, finishedAt: expect.any(Date) });
  });

  it("have not finished a course that has no lesson at the moment", async () => {
    const { course, lesson } = await saveTraining(gateway(), null);
    const me = await gateway().member();
    await gateway().database.update(lessons).set({ delistedAt: now() }).where(eq(lessons.courseId, course));
    await begun(course, [me], { lessonsDone: 0 });
    expect(await learnLesson(gateway(), me, course, lesson)).toMatchObject({
      finished: false,
      certificate: null,
    });
  });

  it.runIf(process.env.TEST_ENGINE === "postgres")("keep what is saved while they are counted", async () => {
    const { course, lesson } = await saveTraining(gateway(), null);
    const me = await gateway().member();
    const { database } = gateway();
    // Of lessons that the course has no more.
    await begun(course, [me], { lessonsDone: 2 });
    let counted: Promise<void> | undefined;
    await database.transaction(async (inside) => {
      await joinCourse(inside, { accountId: me.id, courseId: course, lessonId: lesson }, now());
      const done = { position: 0, at: now(), doneAt: now() };
      await inside.insert(lessonProgress).values({ accountId: me.id, lessonId: lesson, ...done });
      await inside.update(courseLearners).set({ lessonsDone: 1 }).where(eq(courseLearners.courseId, course));
      counted = recount(course);
      await expect.poll(waiting).toBe(1);
    });
    await counted;
    expect(await learner(course, me)).toMatchObject({ lessonsDone: 1, finishedAt: expect.any(Date) });
  });
});
