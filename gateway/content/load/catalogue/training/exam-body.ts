import type { ContentBody } from "contract/content/kinds/bodies";
import type { QuestionType } from "contract/training/constants";
import type { exams } from "../../../../database/schema";
import { typedAnswer } from "../../questions/questions";
import { filled } from "../../rows/filled";
import type { ExamItem } from "./training";

interface ExamParts
  extends Pick<
    typeof exams.$inferSelect,
    "title" | "summary" | "courseId" | "minutes" | "pass" | "attempts" | "wait"
  > {
  /** How many questions an attempt has; null for all. */
  draw: number | null;
  questions: {
    type: QuestionType;
    points: number;
    answer: string[];
    text: string;
    options: string[];
    why: string;
  }[];
}

/** An exam with its bank as the browser's editor has it. */
export const examBodyOf = (exam: ExamParts): ContentBody =>
  filled({
    title: exam.title,
    summary: exam.summary,
    course: exam.courseId,
    minutes: exam.minutes,
    pass: exam.pass,
    attempts: exam.attempts,
    wait: exam.wait,
    // All questions are drawn where nothing is typed, also those that are added later.
    draw: exam.draw === exam.questions.length ? null : exam.draw,
    questions: exam.questions.map(({ type, points, answer, text, options, why }) =>
      filled({
        type,
        points,
        text,
        options,
        answer: typedAnswer({ type, answer }),
        why,
      }),
    ),
  });

/** An exam of a pack as the browser's editor has it. */
export const packExamBody = ({ exam, kept }: ExamItem): ContentBody =>
  examBodyOf({
    title: exam.title,
    summary: exam.summary ?? "",
    courseId: exam.course,
    minutes: exam.minutes,
    pass: exam.pass,
    attempts: exam.attempts,
    wait: exam.wait,
    draw: exam.draw ?? null,
    questions: exam.questions.map(({ type, points, answer }, index) => ({
      type,
      points,
      answer,
      ...(kept[index] ?? { text: "", options: [], why: "" }),
    })),
  });
