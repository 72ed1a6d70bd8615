import { addTime, formatTime, subtractTime } from "contract/base/time";
import { refusals } from "contract/refusals";
import { graceSeconds } from "contract/training/constants";
import type { Attempt, AttemptQuestion } from "contract/training/exams/calls";
import type { AttemptRow } from "contract/training/shapes";
import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import {
  accounts,
  certificates,
  courses,
  examAnswers,
  examAttempts,
  examResults,
  exams,
  type KeptQuestion,
  studyTotals,
} from "../../database/schema";
import { transact } from "../../database/transact";
import { type Account, accountOf, type CallContext, type Services } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { issueCertificate } from "../certificates/issue";
import { joinCourse } from "../join-course";
import { nextTryAt } from "../next-try";
import { isRight, marksOf } from "../questions/mark";
import { attemptNow } from "./attempt-clock";
import { drawQuestions } from "./draw";

type Row = typeof examAttempts.$inferSelect;
type TriesSoFar = Pick<typeof examResults.$inferSelect, "taken" | "passed">;
type AttemptServices = Pick<Services, "database" | "now" | "settings">;

/** Until this time the gateway accepts answers that were sent before the end. */
const closesAt = ({ endsAt }: Pick<Row, "endsAt">) => addTime(endsAt, graceSeconds, "second");
export const isOverdue = (attempt: Row, now: Date) => attempt.state === "running" && now > closesAt(attempt);

/** The answers so far, by the question's number. */
export const answersOf = async (database: Database, attemptId: number) =>
  new Map(
    (await database.select().from(examAnswers).where(eq(examAnswers.attemptId, attemptId))).map((row) => [
      row.number,
      row.answer,
    ]),
  );

/** An attempt as a row of the 成绩单 (list of results). */
export const toAttemptRow = (row: Omit<Row, "questions">): AttemptRow => ({
  id: row.id,
  exam: { id: row.examId, name: row.examTitle },
  course: { id: row.courseId, name: row.courseTitle },
  state: row.state,
  startedAt: row.startedAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  points: row.points,
  total: row.total,
  percent: row.percent,
  passed: row.passed,
});

/** A question as it is sent. @param solved whether to include the right answer and its explanation */
function toQuestion(
  question: KeptQuestion,
  number: number,
  answer: string[],
  solved: boolean,
): AttemptQuestion {
  const { type, html, options, points } = question;
  const right = solved && isRight(question, answer);
  return {
    number,
    type,
    html,
    options,
    points,
    answer,
    solution: solved
      ? { answer: question.answer, why: question.why, right, points: right ? points : 0 }
      : null,
  };
}

export const secondsLeft = (attempt: Row, now: Date) =>
  attempt.state === "running"
    ? Math.max(0, Math.ceil((attempt.endsAt.getTime() - now.getTime()) / 1_000))
    : 0;

/**
 * Whether a marked attempt may show the right answers: the exam is passed, or all tries are used up. Otherwise a member
 * who failed could read the answers and pass with them. An exam that was taken down may come back, so it shows no more
 * than before.
 */
async function isSolved(database: Database, { accountId, examId }: Row): Promise<boolean> {
  const [row] = await database
    .select({
      attempts: exams.attempts,
      taken: examResults.taken,
      passed: examResults.passed,
      running: examAttempts.id,
    })
    .from(examResults)
    .innerJoin(exams, eq(exams.id, examResults.examId))
    .leftJoin(
      examAttempts,
      and(
        ...[eq(examAttempts.examId, exams.id), eq(examAttempts.accountId, accountId)],
        eq(examAttempts.state, "running"),
      ),
    )
    .where(and(eq(examResults.accountId, accountId), eq(examResults.examId, examId)));
  if (!row) return false;
  const usedUp = row.attempts > 0 && row.taken >= row.attempts;
  return row.passed || (usedUp && row.running === null);
}

/** The courses that an attempt may finish: its own, and those whose certificate needs the exam now. */
async function coursesOf(
  database: Database,
  { courseId, examId }: Pick<Row, "courseId" | "examId">,
): Promise<number[]> {
  const rows = await database
    .select({ id: courses.id })
    .from(courses)
    .where(eq(courses.certificateExamId, examId))
    .orderBy(courses.id);
  return [...new Set([courseId, ...rows.map(({ id }) => id)])];
}

/** An attempt as its owner sees it now. */
export async function showAttempt(services: AttemptServices, row: Row): Promise<Attempt> {
  const { database } = services;
  const now = row.state === "running" ? await attemptNow(services, database, row) : services.now();
  const answers = await answersOf(database, row.id);
  const marked = row.state === "marked";
  const solved = marked && (await isSolved(database, row));
  const [certificate] =
    marked && row.passed
      ? await database
          .select({ publicId: certificates.publicId })
          .from(certificates)
          .where(
            and(
              eq(certificates.accountId, row.accountId),
              inArray(certificates.courseId, await coursesOf(database, row)),
            ),
          )
          .orderBy(desc(certificates.id))
          .limit(1)
      : [];
  return {
    ...toAttemptRow(row),
    questions: row.questions.map((question, index) =>
      toQuestion(question, index + 1, answers.get(index + 1) ?? [], solved),
    ),
    right: marked
      ? row.questions.filter((question, index) => isRight(question, answers.get(index + 1) ?? [])).length
      : 0,
    solved,
    answered: [...answers.values()].filter((answer) => answer.length > 0).length,
    secondsLeft: secondsLeft(row, now),
    now: now.getTime(),
    certificate: certificate?.publicId ?? null,
  };
}

/** Adds the result of a marked attempt to the person's best result and totals. */
async function countResult(database: Database, row: Row): Promise<void> {
  const mine = and(eq(examResults.accountId, row.accountId), eq(examResults.examId, row.examId));
  const [before] = await database.select().from(examResults).where(mine).for("update");
  // After the first pass the right answers are shown, so later results are practice and do not count.
  const best = before?.passed ? (before.best ?? 0) : Math.max(before?.best ?? 0, row.percent);
  const passed = (before?.passed ?? false) || row.passed;
  await database.update(examResults).set({ best, passed }).where(mine);
  if (!passed) return;
  const first = before?.passed ? 0 : 1;
  // The mean is over passed exams: an exam's best result counts from its first pass.
  const gained = best - (before?.passed ? (before.best ?? 0) : 0);
  await database
    .insert(studyTotals)
    .values({ accountId: row.accountId, examsPassed: first, percents: gained })
    .onConflictDoUpdate({
      target: studyTotals.accountId,
      set: {
        examsPassed: sql`${studyTotals.examsPassed} + ${first}`,
        percents: sql`${studyTotals.percents} + ${gained}`,
      },
    });
  if (first === 1)
    await database
      .update(exams)
      .set({ passed: sql`${exams.passed} + 1` })
      .where(eq(exams.id, row.examId));
}

/**
 * Marks a running attempt once, also under concurrent requests: the row is locked, and later requests find it marked.
 * @param row the attempt, locked in this transaction
 */
export async function markAttempt(
  services: AttemptServices,
  database: Database,
  row: Row,
  account: Account,
): Promise<Row> {
  if (row.state === "marked") return row;
  const now = await attemptNow(services, database, row);
  const endedAt = new Date(Math.min(now.getTime(), row.endsAt.getTime()));
  const marks = marksOf(row.questions, await answersOf(database, row.id), row.pass);
  const [marked] = await database
    .update(examAttempts)
    .set({ state: "marked", endedAt, ...marks })
    .where(eq(examAttempts.id, row.id))
    .returning();
  const attempt = found(marked, "ATTEMPT_NOT_FOUND");
  await countResult(database, attempt);
  if (attempt.passed)
    for (const course of await coursesOf(database, attempt))
      await issueCertificate(services, database, account, course);
  return attempt;
}

/** Locks an attempt of this person until the transaction ends. Throws ATTEMPT_NOT_FOUND. */
async function lockAttempt(database: Database, id: number, accountId: number): Promise<Row> {
  const [row] = await database
    .select()
    .from(examAttempts)
    .where(and(eq(examAttempts.id, id), eq(examAttempts.accountId, accountId)))
    .for("update");
  return found(row, "ATTEMPT_NOT_FOUND");
}

/** Locks one of the caller's attempts and runs `work` with its clock; an overdue attempt is marked first. */
export function withAttempt<Result>(
  context: CallContext,
  id: number,
  work: (database: Database, row: Row, now: Date) => Promise<Result>,
): Promise<Result> {
  const account = accountOf(context);
  return transact(context.database, async (database) => {
    const row = await lockAttempt(database, id, account.id);
    const now = row.state === "running" ? await attemptNow(context, database, row) : context.now();
    const present = isOverdue(row, now) ? await markAttempt(context, database, row, account) : row;
    return work(database, present, now);
  });
}

/** The person's latest attempt at an exam. */
async function lastAttempt(database: Database, accountId: number, examId: number): Promise<Row | undefined> {
  const [row] = await database
    .select()
    .from(examAttempts)
    .where(and(eq(examAttempts.accountId, accountId), eq(examAttempts.examId, examId)))
    .orderBy(desc(examAttempts.id))
    .limit(1);
  return row;
}

/** Throws EXAM_WAIT with the earliest time, when the wait after a failed try is not over. */
function checkWaited(
  exam: typeof exams.$inferSelect,
  last: Row | undefined,
  triesSoFar: TriesSoFar,
  now: Date,
) {
  const endedAt = last?.endedAt?.getTime() ?? null;
  const from = nextTryAt(exam, { ...triesSoFar, endedAt });
  if (from === null || from <= now.getTime()) return;
  const minutes = Math.ceil((from - now.getTime()) / 60_000);
  throw new Refusal(
    "EXAM_WAIT",
    undefined,
    `${refusals.EXAM_WAIT.message}：${formatTime(from)} 起可以再考，还要等 ${minutes} 分钟`,
  );
}

/**
 * Starts an attempt, or returns the running one. Throws EXAM_NOT_FOUND, COURSE_ENDED, ATTEMPTS_USED_UP or EXAM_WAIT.
 */
export function startAttempt(context: CallContext, examId: number): Promise<Row> {
  const account = accountOf(context);
  const accountId = account.id;
  const now = context.now();
  return transact(context.database, async (database) => {
    const [examRow] = await database
      .select({ exam: exams, courseTitle: courses.title, opensAt: courses.opensAt, gone: courses.delistedAt })
      .from(exams)
      .innerJoin(courses, eq(courses.id, exams.courseId))
      .where(eq(exams.id, examId));
    const { exam, courseTitle, opensAt, gone } = found(examRow, "EXAM_NOT_FOUND");
    if (opensAt > now) throw new Refusal("EXAM_NOT_FOUND");
    // Two starts at once are serialised by a lock on this row, so it has to exist.
    await database.insert(examResults).values({ accountId, examId }).onConflictDoNothing();
    const mine = and(eq(examResults.accountId, accountId), eq(examResults.examId, examId));
    const [result] = await database.select().from(examResults).where(mine).for("update");
    const [running] = await database
      .select()
      .from(examAttempts)
      .where(
        and(
          eq(examAttempts.accountId, accountId),
          eq(examAttempts.examId, examId),
          eq(examAttempts.state, "running"),
        ),
      )
      .for("update");
    if (running && !isOverdue(running, await attemptNow(context, database, running))) return running;
    if (running) await markAttempt(context, database, running, account);
    if (gone || exam.delistedAt) throw new Refusal("COURSE_ENDED");
    const last = await lastAttempt(database, accountId, examId);
    // Marking the overdue attempt above may have passed the exam.
    const passed = (result?.passed ?? false) || (last?.passed ?? false);
    const tries = result?.taken ?? 0;
    if (exam.attempts > 0 && tries >= exam.attempts) throw new Refusal("ATTEMPTS_USED_UP");
    checkWaited(exam, last, { taken: tries, passed }, now);
    await joinCourse(database, { accountId, courseId: exam.courseId, lessonId: null }, now);
    const questions = drawQuestions(exam.questions, exam.draw, last?.questions ?? []);
    const [started] = await database
      .insert(examAttempts)
      .values({
        accountId,
        examId,
        courseId: exam.courseId,
        examTitle: exam.title,
        courseTitle,
        questions,
        state: "running",
        pass: exam.pass,
        startedAt: now,
        total: questions.reduce((sum, { points }) => sum + points, 0),
        endsAt: addTime(now, exam.minutes, "minute"),
      })
      .returning();
    await database
      .update(examResults)
      .set({ taken: tries + 1 })
      .where(mine);
    if (tries === 0)
      await database
        .update(exams)
        .set({ takers: sql`${exams.takers} + 1` })
        .where(eq(exams.id, examId));
    return found(started, "EXAM_NOT_FOUND");
  });
}

/** How many overdue attempts are marked at a time, with the answers that were saved. */
const atOnce = 50;

/** Marks every overdue attempt, for members who do not come back. @returns how many */
export async function endOverdue(services: AttemptServices): Promise<number> {
  const { database, now } = services;
  let ended = 0;
  for (let more = true; more; ) {
    const due = await database
      .select({ id: examAttempts.id, account: accounts })
      .from(examAttempts)
      .innerJoin(accounts, eq(accounts.id, examAttempts.accountId))
      .where(
        and(
          eq(examAttempts.state, "running"),
          isNull(examAttempts.endedAt),
          sql`${examAttempts.endsAt} < ${subtractTime(now(), graceSeconds, "second").toISOString()}::timestamptz`,
        ),
      )
      .orderBy(examAttempts.endsAt)
      .limit(atOnce);
    for (const { id, account } of due)
      await transact(database, async (inside) => {
        await markAttempt(services, inside, await lockAttempt(inside, id, account.id), account);
      });
    ended += due.length;
    more = due.length === atOnce;
  }
  return ended;
}
