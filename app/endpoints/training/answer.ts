import { id, numeric } from "contract/base/fields";
import { z } from "zod/v4";
import type { AnswerAnswer } from "~/screens/training/exams/answer-answer";
import { answersIn } from "~/screens/training/exams/answers";
import { buttonAction, nothingToRead } from "../button-action.server";

const schema = z.object({ attempt: id, at: numeric(z.number().int().min(0).max(1e14)).optional() });

/** Where an exam's answers are kept as they are given (decision 167). */
export const action = buttonAction({
  read: (form) => {
    const asked = schema.safeParse({
      attempt: form.get("attempt") ?? undefined,
      at: form.get("at") ?? undefined,
    });
    const answers = answersIn(form);
    return asked.success && answers.length > 0 ? { ...asked.data, answers } : null;
  },
  run: ({ gateway }, asked) => gateway.call("saveAnswer", asked),
  json: (done, refusal): AnswerAnswer => ({
    answered: done?.answered ?? null,
    secondsLeft: done?.secondsLeft ?? null,
    message: refusal?.message ?? null,
    login: refusal?.login ?? false,
    again: refusal?.again ?? false,
  }),
});

export const loader = nothingToRead;
