/** Exams and attempts at them (spec 7.2, Dev resources: exam by id). */

import { studyPageSize } from "contract/training/constants";
import type { examCalls } from "contract/training/exams/calls";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { pageOf } from "../../database/pages";
import { courses, examAnswers, examAttempts, exams } from "../../database/schema";
import { accountOf, type CallContext, type HandlersOf } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { examRows } from "../courses/rows";
import { isPossible } from "../questions/mark";
import { positionTime } from "../study/save-position";
import {
  answersOf,
  markAttempt,
  secondsLeft,
  showAttempt,
  startAttempt,
  toAttemptRow,
  withAttempt,
} from "./attempt";
import { previewedExam } from "./previewed-exam";

type AnswerList = { number: number; answer: string[]; was?: string[] | undefined }[];

const sameAnswer = (one: string[], other: string[]) =>
  one.length === other.length && one.every((value) => other.includes(value));

/**
 * Throws EXAM_ANSWERED_ELSEWHERE when another page has saved a different answer since this page was loaded. After the
 * end the member cannot be asked any more, so the last answer is taken.
 */
async function checkNoneElsewhere(
  database: Database,
  attempt: typeof examAttempts.$inferSelect,
  answers: AnswerList,
  now: Date,
): Promise<void> {
  if (now >= attempt.endsAt || answers.every(({ was }) => was === undefined)) return;
  const stored = await answersOf(database, attempt.id);
  for (const { number, answer, was } of answers) {
    const savedAnswer = stored.get(number) ?? [];
    if (was && !sameAnswer(savedAnswer, was) && !sameAnswer(savedAnswer, answer))
      throw new Refusal("EXAM_ANSWERED_ELSEWHERE");
  }
}

/** Writes answers of a running attempt; a stored answer that is newer stays. */
async function writeAnswers(
  database: Database,
  attempt: typeof examAttempts.$inferSelect,
  answers: AnswerList,
  at: Date,
): Promise<void> {
  for (const { number, answer } of answers) {
    const question = attempt.questions[number - 1];
    const choices = answer.filter((value) => value !== "");
    if (!question || !isPossible(question, choices)) throw new Refusal("EXAM_ANSWER_WRONG");
  }
  if (answers.length === 0) return;
  const rows = new Map(
    answers.map(({ number, answer }) => [
      number,
      { attemptId: attempt.id, number, at, answer: [...new Set(answer.filter((value) => value !== ""))] },
    ]),
  );
  await database
    .insert(examAnswers)
    .values([...rows.values()])
    .onConflictDoUpdate({
      target: [examAnswers.attemptId, examAnswers.number],
      set: { answer: sql`excluded.answer`, at: sql`excluded.at` },
      setWhere: sql`excluded.at >= ${examAnswers.at}`,
    });
}

const ofCaller = (context: CallContext, examId: number | undefined): SQL | undefined =>
  and(
    eq(examAttempts.accountId, accountOf(context).id),
    examId === undefined ? undefined : eq(examAttempts.examId, examId),
  );

export const examHandlers = {
  async examById({ id, preview }, { database, now }) {
    if (preview !== undefined) return previewedExam(database, id, preview);
    const [exam] = await examRows(database, eq(exams.id, id));
    const [row] = await database
      .select({
        takers: exams.takers,
        passed: exams.passed,
        delistedAt: exams.delistedAt,
        updatedAt: exams.updatedAt,
        opensAt: courses.opensAt,
      })
      .from(exams)
      .innerJoin(courses, eq(courses.id, exams.courseId))
      .where(eq(exams.id, id));
    const { takers, passed, delistedAt, updatedAt } = found(
      row && row.opensAt <= now() ? row : null,
      "EXAM_NOT_FOUND",
    );
    return {
      ...found(exam, "EXAM_NOT_FOUND"),
      takers,
      passed,
      delisted: delistedAt !== null,
      updatedAt: updatedAt.toISOString(),
      preview: false,
    };
  },

  async startExam({ exam }, context) {
    return showAttempt(context, await startAttempt(context, exam));
  },

  async examAttempt({ attempt }, context) {
    return showAttempt(context, await withAttempt(context, attempt, async (_database, row) => row));
  },

  async saveAnswer({ attempt, answers, at }, context) {
    const { row, now } = await withAttempt(context, attempt, async (database, stored, now) => {
      if (stored.state !== "running") return { row: stored, now };
      await checkNoneElsewhere(database, stored, answers, now);
      await writeAnswers(database, stored, answers, positionTime(at, now));
      return { row: stored, now };
    });
    // Thrown outside the transaction, which has marked an overdue attempt and must not be rolled back.
    if (row.state === "marked") throw new Refusal("ATTEMPT_ENDED");
    const answerCount = await context.database.$count(
      examAnswers,
      and(eq(examAnswers.attemptId, attempt), sql`jsonb_array_length(${examAnswers.answer}) > 0`),
    );
    return { answered: answerCount, secondsLeft: secondsLeft(row, now), now: now.getTime() };
  },

  async submitExam({ attempt, answers }, context) {
    const row = await withAttempt(context, attempt, async (database, stored, now) => {
      if (stored.state === "marked") return stored;
      await checkNoneElsewhere(database, stored, answers, now);
      await writeAnswers(database, stored, answers, now);
      return markAttempt(context, database, stored, accountOf(context));
    });
    return showAttempt(context, row);
  },

  async examAttempts({ exam, page }, context) {
    const { database } = context;
    const mine = ofCaller(context, exam);
    // Only the caller's rows are counted, through an index.
    const total = await database.$count(examAttempts, mine);
    const { offset, ...place } = pageOf(total, page, studyPageSize);
    // Without the column of questions, which is large and which lists do not show.
    const columns = {
      id: examAttempts.id,
      accountId: examAttempts.accountId,
      examId: examAttempts.examId,
      courseId: examAttempts.courseId,
      examTitle: examAttempts.examTitle,
      state: examAttempts.state,
      courseTitle: examAttempts.courseTitle,
      pass: examAttempts.pass,
      total: examAttempts.total,
      startedAt: examAttempts.startedAt,
      endsAt: examAttempts.endsAt,
      endedAt: examAttempts.endedAt,
      points: examAttempts.points,
      percent: examAttempts.percent,
      passed: examAttempts.passed,
    };
    const rows = await database
      .select(columns)
      .from(examAttempts)
      .where(mine)
      .orderBy(desc(examAttempts.id))
      .limit(studyPageSize)
      .offset(offset);
    return { attempts: rows.map(toAttemptRow), ...place, total };
  },
} satisfies HandlersOf<typeof examCalls>;
