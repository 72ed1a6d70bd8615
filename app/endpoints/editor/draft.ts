import { readDraft, saveValues, typedIn } from "~/editor/draft-form.server";
import { Refused } from "~/gateway-client/errors";
import { answerEditor, EditorProblem, textOf } from "./answer.server";

/** POST a form's fields with target, baseRevision and automatic: saves the draft. A conflict comes with the other text. */
export const action = answerEditor(async (scope, fields) => {
  const target = textOf(fields, "target");
  const baseRevision = Number(textOf(fields, "baseRevision"));
  const more = { automatic: textOf(fields, "automatic") === "1", ...(Number.isInteger(baseRevision) ? { baseRevision } : {}) };
  try {
    return await saveValues(scope, target, typedIn(fields), more);
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "DRAFT_CONFLICT") throw error;
    throw new EditorProblem(error.status, { code: error.code, message: error.message, other: await readDraft(scope, target) });
  }
});
