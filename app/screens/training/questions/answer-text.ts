import { type QuizType, quizTypes } from "contract/training/quizzes/constants";

const judgements: Record<string, string> = { true: "正确", false: "错误" };

export const typeName = (type: QuizType): string => quizTypes.find(({ code }) => code === type)?.name ?? "";

/** The text of an answer. What a program prints is shown as it stands, by `Solution`. */
export const answerText = (type: QuizType, answer: string[]): string => {
  if (answer.length === 0) return "未作答";
  if (type === "judge") return answer.map((one) => judgements[one] ?? one).join("、");
  if (type === "order") return answer.join(" → ");
  return answer.join(type === "blank" ? " 或 " : "、");
};
