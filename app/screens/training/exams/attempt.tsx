import { useActionData, useLoaderData } from "@remix-run/react";
import type { RefusalCode } from "contract/refusals";
import type { Attempt } from "contract/training/exams/calls";
import { useRef } from "react";
import { z } from "zod";
import { failureOfAny } from "~/forms/result";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { askFirst } from "~/request/ask-first.server";
import { pathId } from "~/request/inputs.server";
import type { ActionTools } from "~/request/intents.server";
import { submitted, undecided } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { answersIn, isSame } from "./answers";
import { blankQuestion } from "./blank-question";
import { Result } from "./result";
import { Sheet } from "./sheet";

const inputs = { params: z.object({ id: pathId }), missing: "没有这次考试记录" };

/** /trainingClass/attempts/{id}: an attempt at an exam, while it runs and once it is marked. */
export const loader = screenLoader(
  inputs,
  async ({ scope, params: { id } }): Promise<{ attempt: Attempt }> => ({
    attempt: await scope.gateway.call("examAttempt", { attempt: id }),
  }),
);
export const meta = screenMeta<typeof loader>({
  title: ({ attempt }) => (attempt.state === "running" ? attempt.exam.name : `${attempt.exam.name}成绩`),
});

type Tools = ActionTools<z.ZodObject, typeof inputs.params>;
/** Whatever was chosen: what fits a question, the gateway knows. */
const anything = z.record(z.string(), z.unknown());

export const action = screenAction(inputs, {
  save: submitted(anything, async (_, { scope, form, params, done }: Tools) => {
    const answers = answersIn(form);
    if (answers.length > 0) {
      const { answered } = await scope.gateway.call("saveAnswer", { attempt: params.id, answers });
      return done(paths.attempt(params.id), `已保存，答了 ${answered} 题`);
    }
    const { answered, state } = await scope.gateway.call("examAttempt", { attempt: params.id });
    return done(paths.attempt(params.id), state === "running" ? `已保存，答了 ${answered} 题` : undefined);
  }),
  submit: submitted(anything, async (_, tools: Tools) => {
    const { scope, form, params, done } = tools;
    const attempt = await scope.gateway.call("examAttempt", { attempt: params.id });
    const answers = answersIn(form);
    // Handed in elsewhere: what this page has besides is refused, and shown beside the result.
    const besides = answers.filter(
      ({ number, answer }) => !isSame(answer, attempt.questions[number - 1]?.answer ?? []),
    );
    if (attempt.state !== "running" && besides.length > 0)
      await scope.gateway.call("saveAnswer", { attempt: params.id, answers: besides });
    const question = blankQuestion(attempt, form);
    // Kept before it is asked: nothing is lost while somebody thinks, and what another page has answered is said first.
    if (question && answers.length > 0)
      await scope.gateway.call("saveAnswer", { attempt: params.id, answers });
    const asked = question && askFirst(tools, question);
    if (asked) return asked;
    await scope.gateway.call("submitExam", { attempt: params.id, answers });
    return done(paths.attempt(params.id));
  }),
  default: undecided,
});

export default function AttemptScreen() {
  const { attempt } = useLoaderData<typeof loader>() as { attempt: Attempt };
  const answer = useActionData();
  const failure = failureOfAny(answer, ["save", "submit"]);
  // With what other pages answered since, a sheet begins anew.
  const elsewhere = failure?.code === ("EXAM_ANSWERED_ELSEWHERE" satisfies RefusalCode);
  // Whoever handed in here is led to what came of it; a page that was opened marked stays as it was opened.
  const before = useRef(attempt.state);
  const arrived = before.current === "running";
  return attempt.state === "running" ? (
    <Sheet key={`${attempt.id} ${elsewhere ? attempt.now : ""}`} attempt={attempt} failure={failure} />
  ) : (
    <Result attempt={attempt} arrived={arrived} failure={failure} />
  );
}
