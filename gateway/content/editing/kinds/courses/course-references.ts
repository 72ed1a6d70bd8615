import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";
import type { CourseDraft } from "contract/content/kinds/course-body";
import { rowField } from "contract/content/kinds/field";
import { and, asc, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { Database } from "../../../../database/open";
import {
  courseClasses,
  courseLevels,
  courses,
  exams,
  lecturers,
  lessons,
  resources,
  sections,
  tags,
} from "../../../../database/schema";
import { pictureSizes } from "../../../../files/pictures/picture-sizes";
import type { Choice, FieldProblems } from "../kind";
import { missingProducts, sectionChoices, twice } from "../references";

type Table = typeof courseClasses | typeof courseLevels;

const said = (name: string, gone: Date | null) => (gone ? `${name}（已下架）` : name);

/** The rows of a small tree to choose from. @param present one that a body has already */
async function nodeChoices(database: Database, table: Table, present: unknown): Promise<Choice[]> {
  const all = await database.select().from(table).orderBy(asc(table.position), asc(table.id));
  return all
    .filter(({ id, delistedAt }) => delistedAt === null || id === present)
    .map(({ id, name, delistedAt }) => ({ value: String(id), name: said(name, delistedAt) }));
}

const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The choices of a course's form. @param key the course's own; without it there are no exams to choose from */
export async function courseChoices(
  database: Database,
  body: ContentBody,
  key: string | undefined,
): Promise<Record<string, Choice[]>> {
  const [named, marked] = [listIn(body.lecturers).map(Number), listIn(body.tags).map(String)];
  const people = await database
    .select({ id: lecturers.id, name: lecturers.name, delistedAt: lecturers.delistedAt })
    .from(lecturers)
    .where(or(isNull(lecturers.delistedAt), inArray(lecturers.id, named)))
    .orderBy(asc(lecturers.position), asc(lecturers.id));
  const onMap = await database
    .select({ name: tags.name })
    .from(tags)
    .where(ne(tags.groupName, ""))
    .orderBy(asc(tags.groupName), asc(tags.name));
  const tests = await database
    .select({ id: exams.id, name: exams.title, delistedAt: exams.delistedAt })
    .from(exams)
    .where(
      or(
        and(eq(exams.courseId, Number(key ?? 0)), isNull(exams.delistedAt)),
        eq(exams.id, Number(body.exam ?? 0)),
      ),
    )
    .orderBy(asc(exams.id));
  const names = [...new Set([...onMap.map(({ name }) => name), ...marked])];
  const rowsOf = (rows: { id: number; name: string; delistedAt: Date | null }[]) =>
    rows.map(({ id, name, delistedAt }) => ({ value: String(id), name: said(name, delistedAt) }));
  return {
    class: await nodeChoices(database, courseClasses, body.class),
    level: await nodeChoices(database, courseLevels, body.level),
    lecturers: rowsOf(people),
    tags: names.map((name) => ({ value: name, name })),
    section: await sectionChoices(database, body.section),
    exam: rowsOf(tests),
    video: await videoChoices(database, body, key),
  };
}

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** The videos that the lessons of a course have, also those that were taken down, and those of a body. */
async function videoChoices(
  database: Database,
  body: ContentBody,
  key: string | undefined,
): Promise<Choice[]> {
  const rows =
    key === undefined
      ? []
      : await database
          .select({ title: lessons.title, videos: lessons.videos, seconds: lessons.seconds })
          .from(lessons)
          .where(and(eq(lessons.courseId, Number(key)), sql`${lessons.seconds} > 0`))
          .orderBy(asc(lessons.number), asc(lessons.id));
  const { chapters = [] } = contentBodies.courses.draft.partial().parse(body);
  const own = chapters
    .flatMap((chapter) => chapter.lessons)
    .flatMap(({ title, video }) =>
      video === undefined || typeof video === "string"
        ? []
        : [{ title, videos: video.files, seconds: video.seconds }],
    );
  const choices = new Map(
    [...own, ...rows].flatMap(({ title, videos: [first], seconds }) =>
      first ? [[first.name, `${title}的视频（${clock(seconds)}）`] as const] : [],
    ),
  );
  return [...choices].map(([value, name]) => ({ value, name }));
}

/** The problem of ids that are not there, or stand twice. */
function wrongIds(what: string, ids: number[], known: Set<number>): string[] {
  const gone = ids.filter((id) => !known.has(id));
  return [...(gone.length > 0 ? [`没有${what} ${gone.join("、")}`] : []), ...twice(ids)];
}

async function wrongLecturers(database: Database, ids: number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await database
    .select({ id: lecturers.id, name: lecturers.name, delistedAt: lecturers.delistedAt })
    .from(lecturers)
    .where(inArray(lecturers.id, ids));
  const down = rows.filter(({ delistedAt }) => delistedAt !== null);
  return [
    ...wrongIds("讲师", ids, new Set(rows.map(({ id }) => id))),
    ...(down.length > 0 ? [`讲师${down.map(({ name }) => `「${name}」`).join("")}已下架`] : []),
  ];
}

async function wrongResources(database: Database, ids: number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await database.select({ id: resources.id }).from(resources).where(inArray(resources.id, ids));
  return wrongIds("资源", ids, new Set(rows.map(({ id }) => id)));
}

async function wrongTags(database: Database, names: string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const lower = sql<string>`lower(${tags.name})`;
  const wanted = names.map((name) => name.toLowerCase());
  const rows = await database.select({ name: lower }).from(tags).where(inArray(lower, wanted));
  const known = new Set(rows.map(({ name }) => name));
  const gone = names.filter((name) => !known.has(name.toLowerCase()));
  const again = names.filter((_, index) => wanted.indexOf(wanted[index] ?? "") !== index);
  return [
    ...(gone.length > 0 ? [`没有标签 ${gone.join("、")}`] : []),
    ...(again.length > 0 ? [`${again.join("、")} 写了两次`] : []),
  ];
}

/** The exam of a certificate is one of the course's own. */
async function wrongExam(
  database: Database,
  id: number | undefined,
  key: string | undefined,
): Promise<string[]> {
  if (id === undefined) return [];
  const [exam] = await database
    .select({ courseId: exams.courseId, delistedAt: exams.delistedAt })
    .from(exams)
    .where(eq(exams.id, id));
  if (!exam || exam.courseId !== Number(key ?? 0)) return ["请选择这门课的考试"];
  return exam.delistedAt ? ["这场考试已下架，请另选一场，或者先不选"] : [];
}

async function isNode(database: Database, table: Table, id: number | undefined): Promise<boolean> {
  if (id === undefined) return true;
  const [node] = await database
    .select({ delistedAt: table.delistedAt })
    .from(table as typeof courseClasses)
    .where(eq(table.id, id));
  return node !== undefined && node.delistedAt === null;
}

/** Lessons that another course has, or that stand twice here, and pictures of slides that are not stored. */
async function wrongLessons(
  database: Database,
  chapters: CourseDraft["chapters"],
  key: string | undefined,
): Promise<FieldProblems> {
  const problems: FieldProblems = {};
  const placed = chapters.flatMap(({ lessons: own }, chapter) =>
    own.map((lesson, index) => ({ ...lesson, at: rowField("chapters", chapter, "lessons", index) })),
  );
  const ids = placed.flatMap(({ id }) => id ?? []);
  const elsewhere =
    ids.length === 0
      ? []
      : await database
          .select({ id: lessons.id, course: courses.title })
          .from(lessons)
          .innerJoin(courses, eq(courses.id, lessons.courseId))
          .where(and(inArray(lessons.id, ids), ne(lessons.courseId, Number(key ?? 0))));
  const names = placed.flatMap(({ slides }) =>
    slides.flatMap(({ picture }) => picture.map(({ name }) => name)),
  );
  const sizes = await pictureSizes(database, names);
  for (const [index, { id, at, slides }] of placed.entries()) {
    const other = elsewhere.find((one) => one.id === id);
    if (other) problems[rowField(at, "title")] = [`编号 ${id} 的课属于课程「${other.course}」`];
    else if (id !== undefined && placed.findIndex((one) => one.id === id) !== index)
      problems[rowField(at, "title")] = ["这节课写了两次"];
    for (const [number, { picture }] of slides.entries())
      if (picture.some(({ name }) => !sizes.has(name)))
        problems[rowField(at, "slides", number, "picture", 0, "name")] = ["没有这张图片"];
  }
  return problems;
}

/** What a course names and does not exist, by the control in which it is typed. */
export async function missingInCourse(
  database: Database,
  body: ContentBody,
  key: string | undefined,
): Promise<FieldProblems> {
  const draft = contentBodies.courses.draft.partial().parse(body);
  const { chapters = [], replay, cover, section } = draft;
  const problems: FieldProblems = {};
  const add = (field: string, messages: string[]) => {
    if (messages.length > 0) problems[field] = messages;
  };
  if (!(await isNode(database, courseClasses, draft.class))) add("class", ["请选择一个分类"]);
  if (!(await isNode(database, courseLevels, draft.level))) add("level", ["请选择一个级别"]);
  add("lecturers", await wrongLecturers(database, draft.lecturers ?? []));
  add("resources", await wrongResources(database, draft.resources ?? []));
  add("tags", await wrongTags(database, draft.tags ?? []));
  add("exam", await wrongExam(database, draft.exam, key));
  if (section !== undefined && (await database.$count(sections, eq(sections.id, section))) === 0)
    add("section", ["请选择一个版块"]);
  if (cover && (await pictureSizes(database, [cover.name])).size === 0) add("cover", ["没有这张图片"]);
  const own = chapters.flatMap((chapter) => chapter.lessons);
  if (replay !== undefined && /^\d+$/.test(replay) && !own.some(({ id }) => id === Number(replay)))
    add("replay", [`这门课里没有编号为 ${replay} 的课`]);
  return {
    ...problems,
    ...(await missingProducts(database, draft.products)),
    ...(await wrongLessons(database, chapters, key)),
  };
}
