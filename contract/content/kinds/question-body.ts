import { z } from "zod";
import { cleanText, withoutControls } from "../../base/fields";
import { blankMax, optionsMax } from "../../training/constants";
import { outputMax, type QuizType } from "../../training/quizzes/constants";
import { line, tagText } from "../fields";
import { questionColumns } from "./question-words";

/** Parts of questions: those of an exam's bank and those inside a lesson. */

const text = (max: number) => z.string().max(max, `不能超过 ${max} 个字符`).transform(withoutControls);

/** What every question has. */
export const questionFields = {
  text: text(questionColumns.text.max).pipe(z.string().min(1, "不能为空")),
  why: text(questionColumns.why.max).default(""),
};
export const questionOptions = z
  .array(
    // The letters follow from the order, so no option may be left out as empty.
    z.preprocess(
      tagText,
      text(1_000).refine((value) => value.trim() !== "", "选项不能为空"),
    ),
  )
  .max(optionsMax, `最多 ${optionsMax} 项`);

/** One right letter, or one accepted spelling. */
export const answerWords = z.preprocess(tagText, line(blankMax));
/**
 * The same for a question that may ask for what a program prints, which may have several lines. Blanks at its ends, which
 * a form does not keep, make no difference to an answer; it is cleaned as learners' answers are.
 */
export const answerLines = z.preprocess(
  tagText,
  z
    .string()
    .max(outputMax, `不能超过 ${outputMax} 个字符`)
    .transform((value) => cleanText(value).trim())
    .pipe(z.string().min(1, "不能为空")),
);
const answersMax = questionColumns.answer.max;
/** The answers of a question, as a form and as a pack's file have them. */
export const answersOf = <Answer extends z.ZodType>(answer: Answer) =>
  z.array(answer).max(answersMax, `最多 ${answersMax} 个`);
export const packAnswer = <Answer extends z.ZodType>(answer: Answer) =>
  z.union(
    [z.boolean(), answer, answersOf(answer).min(1, "没有答案")],
    "缺少答案：单选写一个字母，多选写几个字母，判断写 true 或 false，填空写可以接受的答案",
  );

interface Question {
  type: QuizType;
  options: string[];
  answer: string[];
}

/** What is wrong with a question, in the words of a pack's file and in those of the form. */
export const packQuestionSays = {
  noOptions: "只有选择题写 options",
  judge: "判断题的答案写 true 或 false",
  judged: ["true", "false"],
};
export const formQuestionSays: typeof packQuestionSays = {
  noOptions: "只有选择题有选项",
  judge: "判断题的答案写“对”或“错”",
  judged: ["对", "错"],
};

const letters = "ABCDEFGH";
const isChoosing = (type: QuizType) => type === "single" || type === "multiple";
const hasOptions = (type: QuizType) => isChoosing(type) || type === "order";

/** What contradicts itself in a question: its type, its options and its answer. */
export function wrongInQuestion(
  { type, options, answer }: Question,
  says: typeof packQuestionSays,
): [field: "options" | "answer", message: string][] {
  const wrong: [field: "options" | "answer", message: string][] = [];
  const lettered = hasOptions(type);
  if (lettered && options.length < 2)
    wrong.push(["options", type === "order" ? "排序题至少要有两项" : "选择题至少要有两项"]);
  if (!lettered && options.length > 0) wrong.push(["options", says.noOptions]);
  if (type === "judge" && (answer.length !== 1 || !says.judged.includes(answer[0] ?? "")))
    wrong.push(["answer", says.judge]);
  if (type === "single" && answer.length !== 1) wrong.push(["answer", "单选题只有一个答案"]);
  if (type === "blank" && answer.some((one) => one.length > blankMax || one.includes("\n")))
    wrong.push(["answer", `填空题的答案是一行，不超过 ${blankMax} 个字符`]);
  if (!lettered) return wrong;
  const there = letters.slice(0, options.length);
  const missing = answer.find((letter) => letter.length !== 1 || !there.includes(letter));
  if (missing !== undefined) wrong.push(["answer", `没有选项 ${missing}，答案写选项的字母`]);
  if (new Set(answer).size < answer.length) wrong.push(["answer", "同一个字母写了两次"]);
  else if (type === "order" && missing === undefined && answer.length !== options.length)
    wrong.push(["answer", "排序题的答案是全部字母，按正确的顺序写"]);
  return wrong;
}

/** Letters are written large; those of a choice stand once in the alphabet's order, as readers see them. */
export function inOrder<Typed extends Pick<Question, "type" | "answer">>(question: Typed): Typed {
  const { type, answer } = question;
  if (!hasOptions(type)) return question;
  const large = answer.map((letter) => letter.toUpperCase());
  return { ...question, answer: isChoosing(type) ? large.sort() : large };
}

/** A question of a pack's file with its answers as a list, checked. */
export function packQuestion<
  Typed extends { type: QuizType; answer: boolean | string | string[]; options?: string[] | undefined },
>({ answer, options = [], ...rest }: Typed, context: z.RefinementCtx) {
  const wrong = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  const { type } = rest;
  const question = inOrder({ type, options, answer: [answer].flat().map(String) });
  if (type === "judge" && typeof answer !== "boolean") wrong("answer", packQuestionSays.judge);
  else if (type !== "judge" && typeof answer === "boolean")
    wrong("answer", "只有判断题的答案是 true 或 false");
  else for (const [field, message] of wrongInQuestion(question, packQuestionSays)) wrong(field, message);
  return { ...rest, ...question };
}
