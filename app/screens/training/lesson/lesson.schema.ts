import { positionMax } from "contract/training/constants";
import { quizAnswer } from "contract/training/quizzes/calls";
import { outputMax } from "contract/training/quizzes/constants";
import { z } from "zod";
import { secondsOf } from "~/format/clock";
import { noteFields } from "~/screens/study-notes/note.schema";

/** The typed position in a video: 1:15 or 75. */
export const positionSchema = z.object({
  position: z.string("请填写看到哪里，如 1:15").transform((text, context) => {
    const seconds = secondsOf(text);
    if (seconds !== null && seconds <= positionMax) return seconds;
    context.addIssue({ code: "custom", message: "请填写看到哪里，如 1:15" });
    return z.NEVER;
  }),
});

/** An answer to a question inside the lesson; places of an order that are not chosen are empty. */
export const quizSchema = z.object({
  answer: z
    .array(z.string().default(""))
    .transform((values) => values.filter((value) => value !== ""))
    .refine((values) => values.length > 0, "请先作答")
    // Said of the answer as a whole, beside which the message stands.
    .refine((values) => values.every((value) => value.length <= outputMax), `答案不能超过 ${outputMax} 个字`)
    .pipe(quizAnswer),
});

/** A note about the lesson. */
export const noteSchema = z.object({ ...noteFields, submissionId: z.string() });
