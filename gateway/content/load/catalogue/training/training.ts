import type { ContentBody } from "contract/content/kinds/bodies";
import type { LecturerBody } from "contract/content/kinds/training-body";
import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../../database/open";
import {
  type BankQuestion,
  contentPieces,
  courseClasses,
  courseLecturers,
  courseLevels,
  courseProducts,
  courseResources,
  courses,
  exams,
  lecturers,
  type QuestionSource,
} from "../../../../database/schema";
import type { Pack } from "../../../pack/parse-pack";
import type { CourseFront, PackExam, PackLecturer } from "../../../pack/schemas/training";
import type { Places } from "../../files/places";
import type { TextItem, Texts } from "../../files/texts";
import { placedQuestion, questionTexts, shownQuestion } from "../../questions/questions";
import { fingerprintOfValue, type Plan } from "../../rows/changes";
import { inChunks } from "../../rows/counters";
import { heldKeys } from "../../rows/held";
import { accountIds } from "../../rows/ids";
import { syncRows } from "../../rows/sync-rows";
import { planById } from "../plan-by-id";
import type { LessonItem } from "./lessons";

/** The condition that a course is listed and belongs to the browser. */
const isHeldCourse = sql`${courses.delistedAt} is null and ${courses.id}::text in (
  select ${contentPieces.key} from ${contentPieces}
  where ${contentPieces.kind} = 'courses' and ${contentPieces.held} = 'browser')`;

export interface LecturerItem {
  key: number;
  fingerprint: string;
  lecturer: PackLecturer;
  row: Pick<typeof lecturers.$inferInsert, "position" | "photo">;
  sources: [];
}

/** The lecturers of a pack as rows. */
export const lecturerItems = ({ catalogue }: Pack, places: Places): LecturerItem[] =>
  (catalogue.lecturers?.value.lecturers ?? []).map((lecturer, position) => {
    const { id, name, photo } = lecturer;
    const row = { position, photo: photo ? places.image({ image: photo, alt: name }) : null };
    return { key: id, lecturer, row, sources: [], fingerprint: fingerprintOfValue([lecturer, row]) };
  });

export interface CourseItem extends TextItem {
  key: number;
  front: CourseFront;
  cover: (typeof courses.$inferInsert)["cover"];
  /** Its lessons in their order, which are planned and written on their own. */
  lessons: LessonItem[];
}

/** The courses of a pack as rows, without their rendered texts. @param lessons all lessons of the pack */
export const courseItems = ({ catalogue }: Pack, places: Places, lessons: LessonItem[]): CourseItem[] =>
  catalogue.courses.map(({ front, source }) => {
    const cover = front.cover ? places.image(front.cover) : null;
    const own = lessons.filter(({ row }) => row.courseId === front.id);
    return {
      key: front.id,
      front,
      cover,
      lessons: own,
      sources: [source],
      // Whoever edits a course edits its lessons with it.
      fingerprint: fingerprintOfValue([front, cover, own.map(({ fingerprint }) => fingerprint), source]),
    };
  });

export interface ExamItem extends TextItem {
  key: number;
  exam: PackExam;
  /** The texts of each question as the browser's editor has them. */
  kept: QuestionSource[];
}

/** The exams of a pack as rows, without the rendered text, options and explanation of each question. */
export const examItems = ({ catalogue }: Pack, places: Places): ExamItem[] =>
  catalogue.exams.map(({ value: exam }) => ({
    key: exam.id,
    exam,
    kept: exam.questions.map((question) => placedQuestion(question, places)),
    // Earlier releases stored no Markdown: the next load adds it.
    fingerprint: fingerprintOfValue(["with sources", exam]),
    sources: exam.questions.flatMap(questionTexts),
  }));

/** A plan without what is needed, though it left the pack. */
function without<Item>(plan: Plan<number, Item>, stay: { id: number }[]): Plan<number, Item> {
  const needed = new Set(stay.map(({ id }) => id));
  const delist = plan.delist.filter((id) => !needed.has(id));
  return { ...plan, delist, changes: { ...plan.changes, delisted: delist.length } };
}

/** Lecturers that were edited in the browser are not in the plan, and those that a course of the browser names are not taken down. */
export async function planLecturers(
  database: Database,
  items: LecturerItem[],
): Promise<{ plan: Plan<number, LecturerItem>; notices: string[] }> {
  const plan = await planById(database, lecturers, items, await heldKeys(database, "lecturers"));
  if (plan.delist.length === 0) return { plan, notices: [] };
  const needed = await database
    .select({ id: lecturers.id, name: lecturers.name, course: courses.title })
    .from(courseLecturers)
    .innerJoin(lecturers, eq(lecturers.id, courseLecturers.lecturerId))
    .innerJoin(courses, eq(courses.id, courseLecturers.courseId))
    .where(and(inArray(lecturers.id, plan.delist), isHeldCourse))
    .orderBy(lecturers.id, courses.id);
  return {
    plan: without(plan, needed),
    notices: needed.map(
      ({ name, course }) => `讲师「${name}」内容包里没有了，站内的课程「${course}」还有这位讲师，先留着`,
    ),
  };
}
/** Courses that were edited in the browser are not in the plan. */
export const planCourses = async (database: Database, items: CourseItem[]) =>
  planById(database, courses, items, await heldKeys(database, "courses"));

/** Exams that were edited in the browser are not in the plan, and one that a course of the browser needs is not taken down. */
export async function planExams(
  database: Database,
  items: ExamItem[],
): Promise<{ plan: Plan<number, ExamItem>; notices: string[] }> {
  const plan = await planById(database, exams, items, await heldKeys(database, "exams"));
  if (plan.delist.length === 0) return { plan, notices: [] };
  const needed = await database
    .select({ id: exams.id, exam: exams.title, course: courses.title })
    .from(exams)
    .innerJoin(courses, eq(courses.certificateExamId, exams.id))
    .where(and(inArray(exams.id, plan.delist), isHeldCourse));
  return {
    plan: without(plan, needed),
    notices: needed.map(
      ({ exam, course }) => `考试「${exam}」内容包里没有了，站内的课程「${course}」的证书还要它，先留着`,
    ),
  };
}

/**
 * Writes classes and levels of courses. Those that left the pack are delisted, except those in which courses of the
 * browser stand. @returns a notice for each of those
 */
export async function loadTrainingLevels(
  database: Database,
  { catalogue }: Pack,
  now: Date,
): Promise<string[]> {
  const { classes = [], levels = [] } = catalogue.training?.value ?? {};
  const notices: string[] = [];
  for (const [table, nodes, column, called] of [
    [courseClasses, classes, courses.classId, "课程分类"],
    [courseLevels, levels, courses.levelId, "课程级别"],
  ] as const) {
    if (nodes.length === 0) continue;
    const rows = nodes.map(({ id, name, summary = "" }, position) => ({
      id,
      position,
      name,
      summary,
      delistedAt: null,
    }));
    const listed = await database.select({ id: table.id }).from(table).where(isNull(table.delistedAt));
    await syncRows(database, table, rows, { key: "id", now });
    const stay = await database
      .update(table)
      .set({ delistedAt: null })
      .where(
        and(
          isNotNull(table.delistedAt),
          inArray(
            table.id,
            listed.map(({ id }) => id),
          ),
          inArray(table.id, database.select({ id: column }).from(courses).where(isHeldCourse)),
        ),
      )
      .returning({ name: table.name });
    notices.push(...stay.map(({ name }) => `${called}「${name}」内容包里没有了，站内的课程还在里面，先留着`));
  }
  return notices;
}

/** A lecturer as the browser's editor has it. Empty fields are left out, as a form sends it. */
export const lecturerBody = ({
  name: title,
  title: position,
  organisation,
  intro,
  photo,
  accountId,
}: Pick<
  typeof lecturers.$inferSelect,
  "name" | "title" | "organisation" | "intro" | "photo" | "accountId"
>): Partial<LecturerBody> => ({
  title,
  ...(position ? { position } : {}),
  ...(organisation ? { organisation } : {}),
  ...(accountId === null ? {} : { account: String(accountId) }),
  intro,
  ...(photo ? { photo: [{ name: photo.name, alt: photo.alt }] } : {}),
});

/** A lecturer of a pack as the browser's editor has it. */
export async function packLecturerBody(
  database: Database,
  items: LecturerItem[],
): Promise<(item: LecturerItem) => ContentBody> {
  const ids = await accountIds(
    database,
    items.flatMap(({ lecturer }) => lecturer.account ?? []),
  );
  return ({ lecturer: { name, title = "", organisation = "", intro, account }, row }) =>
    lecturerBody({
      name,
      title,
      organisation,
      intro,
      photo: row.photo ?? null,
      accountId: ids.get(account?.toLowerCase() ?? "") ?? null,
    });
}

/**
 * Sets the account of each lecturer, found by a demo member's key or by the email of a registered account. Those that
 * were edited in the browser keep theirs. @returns the lecturers whose account is another one now
 */
async function placeAccounts(database: Database, all: LecturerItem[]): Promise<Set<number>> {
  const held = await heldKeys(database, "lecturers");
  const items = all.filter(({ key }) => !held.has(String(key)));
  const ids = await accountIds(
    database,
    items.flatMap(({ lecturer }) => lecturer.account ?? []),
  );
  const placed = items.map(({ key, lecturer: { account } }) => [
    key,
    (account && ids.get(account.toLowerCase())) || null,
  ]);
  const { rows } = (await database.execute(sql`update lecturers l set account_id = (placed.value->>1)::int
    from json_array_elements(${JSON.stringify(placed)}::json) as placed
    where l.id = (placed.value->>0)::int and l.account_id is distinct from (placed.value->>1)::int
    returning l.id`)) as unknown as { rows: { id: number }[] };
  return new Set(rows.map(({ id }) => id));
}

/** The search documents of courses have the names of their listed lecturers. */
export async function forgetNames(database: Database, ids: number[]): Promise<void> {
  const theirs = database
    .select({ id: courseLecturers.courseId })
    .from(courseLecturers)
    .where(inArray(courseLecturers.lecturerId, ids));
  await database.update(courses).set({ search: null }).where(inArray(courses.id, theirs));
}

/**
 * Writes lecturers and their accounts. @param all every lecturer of the pack
 * @returns the lecturers that are otherwise now: what was written, and those whose account is another one
 */
export async function writeLecturers(
  database: Database,
  { write, delist }: Plan<number, LecturerItem>,
  all: LecturerItem[],
  now: Date,
): Promise<LecturerItem[]> {
  const rows = write.map(({ lecturer, row, fingerprint }) => {
    const { id, name, title = "", organisation = "", intro } = lecturer;
    return { id, name, title, organisation, intro, ...row, fingerprint, delistedAt: null };
  });
  await syncRows(database, lecturers, rows, { key: "id", now, delist });
  if (rows.length > 0)
    await forgetNames(
      database,
      rows.map(({ id }) => id),
    );
  const placed = await placeAccounts(database, all);
  return [...write, ...all.filter((item) => placed.has(item.key) && !write.includes(item))];
}

/** Writes courses without their lessons, and their links to products. `countExams` is to follow. */
export async function writeCourses(
  database: Database,
  { write, delist }: Plan<number, CourseItem>,
  texts: Pick<Texts, "of">,
  sectionIds: Map<string, number>,
  now: Date,
): Promise<void> {
  const rows: (typeof courses.$inferInsert)[] = [];
  for (const item of write) {
    const { html } = await texts.of(item);
    const { id, title, summary, class: classId, level: levelId, tags, from, live, certificate } = item.front;
    const chapters = item.front.chapters.map((chapter) => ({
      title: chapter.title,
      lessons: chapter.lessons.map((lesson) => lesson.id),
    }));
    const all = item.front.chapters.flatMap((chapter) => chapter.lessons);
    const replay = live?.replay;
    rows.push({
      id,
      classId,
      levelId,
      title,
      summary,
      cover: item.cover,
      chapters,
      tags,
      opensAt: from,
      search: null,
      source: item.sources[0] ?? "",
      html: html[0] ?? "",
      fingerprint: item.fingerprint,
      sectionId: sectionIds.get(item.front.section ?? "") ?? null,
      minutes: all.reduce((sum, { minutes }) => sum + minutes, 0),
      lessons: all.length,
      videos: all.filter(({ videos }) => videos).length,
      exams: 0,
      certificateName: certificate?.name ?? null,
      certificateExamId: certificate?.exam ?? null,
      liveStartsAt: live?.starts ?? null,
      liveMinutes: live?.minutes ?? 0,
      liveUrl: live?.url ?? null,
      replayLessonId: typeof replay === "number" ? replay : null,
      replayUrl: typeof replay === "string" ? replay : null,
      delistedAt: null,
      updatedAt: now,
      createdAt: now,
    });
  }
  await syncRows(database, courses, rows, { key: "id", now, delist });
  if (write.length === 0) return;
  const keys = write.map(({ key }) => key);
  for (const table of [courseLecturers, courseProducts, courseResources])
    await database.delete(table).where(inArray(table.courseId, keys));
  const of = <Row>(
    rowOf: (id: number, courseId: number, position: number) => Row,
    ids: (of: CourseFront) => number[],
  ) => write.flatMap(({ key, front }) => ids(front).map((id, position) => rowOf(id, key, position)));
  await inChunks(
    of(
      (lecturerId, courseId, position) => ({ lecturerId, courseId, position }),
      ({ lecturers: ids }) => ids,
    ),
    (slice) => database.insert(courseLecturers).values(slice).returning(),
  );
  await inChunks(
    of(
      (productId, courseId) => ({ productId, courseId }),
      ({ products: ids }) => ids,
    ),
    (slice) => database.insert(courseProducts).values(slice).returning(),
  );
  await inChunks(
    of(
      (resourceId, courseId) => ({ resourceId, courseId }),
      ({ resources: ids }) => ids,
    ),
    (slice) => database.insert(courseResources).values(slice).returning(),
  );
}

/** Writes exams with their questions. Started attempts keep their own copy of the questions. `countExams` is to follow. */
export async function writeExams(
  database: Database,
  { write, delist }: Plan<number, ExamItem>,
  texts: Pick<Texts, "of">,
  now: Date,
): Promise<void> {
  const rows: (typeof exams.$inferInsert)[] = [];
  for (const item of write) {
    const html = [...(await texts.of(item)).html];
    const { id, course: courseId, title, summary = "", minutes, draw, pass, attempts, wait } = item.exam;
    const questions = item.exam.questions.map((question, number): BankQuestion => {
      const { type, points, answer } = question;
      const source = item.kept[number] ?? { text: "", options: [], why: "" };
      return { type, points, answer, ...shownQuestion(question, html), source };
    });
    rows.push({
      id,
      courseId,
      title,
      summary,
      minutes,
      pass,
      attempts,
      wait,
      questions,
      draw: draw ?? questions.length,
      fingerprint: item.fingerprint,
      delistedAt: null,
      updatedAt: now,
      createdAt: now,
    });
  }
  await syncRows(database, exams, rows, { key: "id", now, delist });
}

/** Counts the listed exams of each course again. */
export async function countExams(database: Database): Promise<void> {
  await database.execute(sql`update courses c set exams = counted.exams
    from (select x.id, count(e.id)::int as exams from courses x
      left join exams e on e.course_id = x.id and e.delisted_at is null group by x.id) as counted
    where counted.id = c.id and c.exams is distinct from counted.exams`);
}

/** Counts the courses and learners on the lecturers' cards again. */
export async function countLecturers(database: Database): Promise<void> {
  await database.execute(sql`update lecturers l set courses = counted.courses, learners = counted.learners
    from (select x.id, count(c.id)::int as courses, coalesce(sum(c.learners), 0)::int as learners
      from lecturers x left join course_lecturers t on t.lecturer_id = x.id
      left join courses c on c.id = t.course_id and c.delisted_at is null group by x.id) as counted
    where counted.id = l.id and (l.courses, l.learners) is distinct from (counted.courses, counted.learners)`);
}
