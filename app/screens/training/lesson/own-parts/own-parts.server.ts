import type { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { newSubmissionId } from "~/forms/submission-id.server";
import { paths } from "~/navigation/paths";
import { type ActionTools, submitted } from "~/request/intents.server";
import type { Scope } from "~/request/scope.server";
import { noteSchema, quizSchema } from "../lesson.schema";

type Params = z.ZodObject<{ id: z.ZodType<number> }>;
type Tools = ActionTools<z.ZodObject, Params>;

/** What a member has of a lesson: answers to its questions, and notes. Visitors have none of it. */
export async function loadOwnParts(scope: Scope, id: number, asked: number) {
  const { gateway } = scope;
  const [tried, notes] = await Promise.all([
    asked > 0 ? orWithout(scope, gateway.call("lessonQuiz", { lesson: id }), null) : { answers: [] },
    orWithout(scope, gateway.call("lessonNotes", { lesson: id }), null),
  ]);
  return { answers: tried?.answers ?? null, notes, noteId: newSubmissionId() };
}

/** The forms of these parts. */
export const ownPartsIntents = {
  answer: submitted(quizSchema, async ({ answer }, { scope, params, argument = "", done }: Tools) => {
    await scope.gateway.call("answerQuiz", { lesson: params.id, question: argument, answer });
    return done(`${paths.lesson(params.id)}#quiz-${argument}`);
  }),
  note: submitted(noteSchema, async (note, { scope, params, done }: Tools) => {
    await scope.gateway.call("addStudyNote", { lesson: params.id, ...note });
    return done(`${paths.lesson(params.id)}#notes`, "笔记已保存");
  }),
};
