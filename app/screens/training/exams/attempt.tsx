import { useActionData, useLoaderData } from "@remix-run/react";
import type { RefusalCode } from "contract/refusals";
import type { Attempt } from "contract/training/exams/calls";
import { useRef } from "react";
import { z } from "zod";
import { failureOfAny } from "~/forms/result";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { askFirst } from "~/request/ask-first.server";
import { longPathId } from "~/request/inputs.server";
import type { ActionTools } from "~/request/intents.server";
import { submitted, undecided } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { answersIn, isSame } from "./answers";
import { blankQuestion } from "./blank-question";
import { Result } from "./result";
import { Sheet } from "./sheet";

const inputs = { params: z.object({ id: longPathId }), missing: "没有这次考试记录" };

/** /trainingClass/attempts/{id}: an attempt at an exam: the sheet while it runs, the result once it is marked. */
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
/** Any fields: the gateway checks whether an answer fits its question. */
const anyFields = z.record(z.string(), z.unknown());

export const action = screenAction(inputs, {
  save: submitted(anyFields, async (_, { scope, form, params, done }: Tools) => {
    const answers = answersIn(form);
    if (answers.length > 0) {
      const { answered } = await scope.gateway.call("saveAnswer", { attempt: params.id, answers });
      return done(paths.attempt(params.id), `已保存，答了 ${answered} 题`);
    }
    const { answered, state } = await scope.gateway.call("examAttempt", { attempt: params.id });
    return done(paths.attempt(params.id), state === "running" ? `已保存，答了 ${answered} 题` : undefined);
  }),
  submit: submitted(anyFields, async (_, tools: Tools) => {
    const { scope, form, params, done } = tools;
    const attempt = await scope.gateway.call("examAttempt", { attempt: params.id });
    const answers = answersIn(form);
    // If another page handed the attempt in, the gateway refuses this page's other answers, and the result shows them
    // beside the refusal.
    const lateAnswers = answers.filter(
      ({ number, answer }) => !isSame(answer, attempt.questions[number - 1]?.answer ?? []),
    );
    if (attempt.state !== "running" && lateAnswers.length > 0)
      await scope.gateway.call("saveAnswer", { attempt: params.id, answers: lateAnswers });
    const question = blankQuestion(attempt, form);
    // The answers are saved before the question is shown: nothing is lost meanwhile, and a conflict with another
    // page's answers is reported first.
    if (question && answers.length > 0)
      await scope.gateway.call("saveAnswer", { attempt: params.id, answers });
    const confirmation = question && askFirst(tools, question);
    if (confirmation) return confirmation;
    await scope.gateway.call("submitExam", { attempt: params.id, answers });
    return done(paths.attempt(params.id));
  }),
  default: undecided,
});

export default function AttemptScreen() {
  const { attempt } = useLoaderData<typeof loader>() as { attempt: Attempt };
  const answer = useActionData();
  const failure = failureOfAny(answer, ["save", "submit"]);
  // After answers from another page the sheet is mounted again with the present ones.
  const elsewhere = failure?.code === ("EXAM_ANSWERED_ELSEWHERE" satisfies RefusalCode);
  // A page that handed in moves to the result; a page that was opened after marking keeps its place.
  const before = useRef(attempt.state);
  const arrived = before.current === "running";
  return attempt.state === "running" ? (
    <Sheet key={`${attempt.id} ${elsewhere ? attempt.now : ""}`} attempt={attempt} failure={failure} />
  ) : (
    <Result attempt={attempt} arrived={arrived} failure={failure} />
  );
}
