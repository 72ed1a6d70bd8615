import { longId, numeric } from "contract/base/fields";
import type { RefusalCode } from "contract/refusals";
import { z } from "zod";
import { answersIn } from "~/screens/training/exams/answers";
import type { SavedAnswer } from "~/screens/training/exams/saved-answer";
import { buttonAction, nothingToRead } from "../button-action.server";

const ended = "ATTEMPT_ENDED" satisfies RefusalCode;
const schema = z.object({ attempt: longId, at: numeric(z.number().int().min(0).max(1e14)).optional() });

/** Stores an exam's answers one by one; without an answer it only returns whether the attempt still runs. */
export const action = buttonAction({
  read: (form) => {
    const parsed = schema.safeParse({
      attempt: form.get("attempt") ?? undefined,
      at: form.get("at") ?? undefined,
    });
    const answers = answersIn(form);
    return parsed.success ? { ...parsed.data, answers } : null;
  },
  run: async ({ gateway }, input) => {
    if (input.answers.length > 0) return { ...(await gateway.call("saveAnswer", input)), ended: false };
    const { answered, secondsLeft, state } = await gateway.call("examAttempt", { attempt: input.attempt });
    return { answered, secondsLeft, ended: state !== "running" };
  },
  json: (done, refusal): SavedAnswer => ({
    answered: done?.answered ?? null,
    secondsLeft: done?.secondsLeft ?? null,
    message: refusal?.message ?? null,
    login: refusal?.login ?? false,
    again: refusal?.again ?? false,
    ended: done?.ended ?? refusal?.code === ended,
  }),
});

export const loader = nothingToRead;
