/** Questions inside lessons, which members try themselves at. */
import type { QuizAnswer, quizCalls } from "contract/training/quizzes/calls";
import { and, eq, sql } from "drizzle-orm";
import { type LessonQuestion, lessonAnswers } from "../../database/schema";
import { transact } from "../../database/transact";
import { accountOf, type HandlersOf } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { openLesson } from "../courses/find";
import { studyLesson } from "../join-course";
import { isPossible, isRight } from "../questions/mark";

type Row = Pick<typeof lessonAnswers.$inferSelect, "answer" | "tries" | "at">;

/** An answer as its owner sees it: compared with the right answer of today, which an editor may have put right. */
const toAnswer = (question: LessonQuestion, { answer, tries, at }: Row): QuizAnswer => ({
  question: question.key,
  answer,
  right: isRight(question, answer),
  solution: { answer: question.answer, why: question.why },
  tries,
  answeredAt: at.toISOString(),
});

/** What is said beside an answer that its question cannot have. */
function impossible({ type }: LessonQuestion): Refusal {
  const message = type === "order" ? "每一项都要排进去，而且只排一次" : "答案与题目不符，请重新作答";
  return new Refusal("EXAM_ANSWER_WRONG", { answer: [message] });
}

export const quizHandlers = {
  async lessonQuiz({ lesson: id }, context) {
    const { lesson } = await openLesson(context, id);
    if (lesson.quiz.length === 0) return { answers: [] };
    const rows = await context.database
      .select()
      .from(lessonAnswers)
      .where(and(eq(lessonAnswers.accountId, accountOf(context).id), eq(lessonAnswers.lessonId, id)));
    return {
      answers: lesson.quiz.flatMap((question) => {
        const row = rows.find((one) => one.question === question.key);
        return row ? [toAnswer(question, row)] : [];
      }),
    };
  },

  async answerQuiz({ lesson: id, question: key, answer: typed }, context) {
    const accountId = accountOf(context).id;
    const { lesson, courseDelistedAt } = await openLesson(context, id);
    const question = found(
      lesson.quiz.find((one) => one.key === key),
      "QUIZ_QUESTION_NOT_FOUND",
    );
    const answer = typed.filter((value) => value.trim() !== "");
    if (answer.length === 0) throw new Refusal("INVALID_REQUEST", { answer: ["请先作答"] });
    if (!isPossible(question, answer)) throw impossible(question);
    const at = context.now();
    const row = await transact(context.database, async (database) => {
      const gone = courseDelistedAt !== null || lesson.delistedAt !== null;
      await studyLesson(database, { accountId, courseId: lesson.courseId, lessonId: id, gone }, at);
      const [kept] = await database
        .insert(lessonAnswers)
        .values({ accountId, lessonId: id, question: key, answer, at })
        .onConflictDoUpdate({
          target: [lessonAnswers.accountId, lessonAnswers.lessonId, lessonAnswers.question],
          set: { answer, at, tries: sql`${lessonAnswers.tries} + 1` },
        })
        .returning();
      return found(kept, "SERVER_ERROR");
    });
    return toAnswer(question, row);
  },
} satisfies HandlersOf<typeof quizCalls>;
