import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";
import type { ExamBody } from "contract/content/kinds/exam-body";
import { rowField } from "contract/content/kinds/field";
import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { courses, exams } from "../../../database/schema";
import { Refusal } from "../../../server/refusal";
import { examBodyOf } from "../../load/catalogue/training/exam-body";
import { countExams, type ExamItem, writeExams } from "../../load/catalogue/training/training";
import { questionTexts, storedAnswer } from "../../load/questions/questions";
import type { Choice, EditedKind, FieldProblems } from "./kind";
import { neededBy, nextNumber, numberProblem } from "./references";

const nothing = { write: [], delist: [] as number[], changes: { added: 0, changed: 0, delisted: 0 } };
const noTexts = { of: async () => ({ html: [] }) };

/** The listed courses to choose from. @param present one that a body has already */
async function ownCourses(database: Database, present: unknown): Promise<Choice[]> {
  const rows = await database
    .select({ id: courses.id, title: courses.title, delistedAt: courses.delistedAt })
    .from(courses)
    .where(or(isNull(courses.delistedAt), eq(courses.id, Number(present ?? 0))))
    .orderBy(asc(courses.title), asc(courses.id));
  return rows.map(({ id, title, delistedAt }) => ({
    value: String(id),
    name: delistedAt ? `${title}（已下架）` : title,
  }));
}

/** The listed courses whose certificate needs an exam. */
const coursesNeeding = (database: Database, id: number) =>
  database
    .select({ id: courses.id, title: courses.title })
    .from(courses)
    .where(and(eq(courses.certificateExamId, id), isNull(courses.delistedAt)))
    .orderBy(asc(courses.id));

/** What an exam names and does not exist, by control. */
async function missing(
  database: Database,
  body: ContentBody,
  key: string | undefined,
): Promise<FieldProblems> {
  const { course } = contentBodies.exams.draft.partial().parse(body);
  if (course === undefined) return {};
  const [own] = await database
    .select({ delistedAt: courses.delistedAt })
    .from(courses)
    .where(eq(courses.id, course));
  if (!own || own.delistedAt) return { course: ["请选择一门课程"] };
  const needing = key === undefined ? [] : await coursesNeeding(database, Number(key));
  const said = neededBy(
    "课程",
    needing.filter(({ id }) => id !== course),
    "的证书要通过这场考试，不能改成别的课的考试",
  );
  return said === null ? {} : { course: [said] };
}

/** A body as the item that a pack's load writes. */
function itemOf(key: number, { questions, ...exam }: ExamBody, fingerprint: string): ExamItem {
  return {
    key,
    exam: {
      ...exam,
      id: key,
      questions: questions.map((question) => ({ ...question, answer: storedAnswer(question) })),
    },
    kept: questions.map(({ text, options, why }) => ({ text, options, why })),
    sources: questions.flatMap(questionTexts),
    fingerprint,
  };
}

export const examsKind: EditedKind = {
  together: true,

  rows: sql`select ${exams.id}::text as key, ${exams.title} as title, ${exams.updatedAt} as changed_at,
    ${exams.delistedAt} is not null as delisted from ${exams}`,

  teaches: {
    rows: sql`select ${exams.id}::text as key, ${exams.courseId} as course_id from ${exams}`,
    field: "course",
  },

  newKey: (database) => nextNumber(database, "exams", exams),

  keyProblem: numberProblem,

  async standing(database, key) {
    const [row] = await database
      .select()
      .from(exams)
      .where(eq(exams.id, Number(key)));
    if (!row) return null;
    const questions = row.questions.map(({ type, points, answer, source }) => {
      if (!source) throw new Refusal("CONTENT_NO_SOURCE");
      return { type, points, answer, ...source };
    });
    return {
      body: examBodyOf({ ...row, questions }),
      html: row.questions.flatMap(({ html, options, why }) => [html, ...options.map((one) => one.html), why]),
      fingerprint: row.fingerprint,
      delisted: row.delistedAt !== null,
      changedAt: row.updatedAt,
    };
  },

  choices: async (database, { course }) => ({ course: await ownCourses(database, course) }),

  products: () => [],

  missing,

  documents: () => [],

  texts(body) {
    const { questions = [] } = contentBodies.exams.draft.partial().parse(body);
    return questions.flatMap(({ text, options, why }, index) => [
      { at: rowField("questions", index, "text"), text },
      ...options.map((option) => ({ at: rowField("questions", index, "options"), text: option })),
      { at: rowField("questions", index, "why"), text: why },
    ]);
  },

  async write(database, key, { body, html, fingerprint }, now) {
    const item = itemOf(Number(key), contentBodies.exams.whole.parse(body), fingerprint);
    await writeExams(database, { ...nothing, write: [item] }, { of: async () => ({ html }) }, now);
    await countExams(database);
  },

  async needed(database, key) {
    const needing = await coursesNeeding(database, Number(key));
    return neededBy("课程", needing, "的证书要通过这场考试，先在课程里改掉，再下架考试");
  },

  async withdraw(database, key, now) {
    await writeExams(database, { ...nothing, delist: [Number(key)] }, noTexts, now);
    await countExams(database);
  },
};
