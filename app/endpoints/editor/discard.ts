import { discardDraft } from "~/editor/drafts/draft-form.server";
import { answerEditor, textOf } from "./answer.server";

/** POST target: deletes its draft. */
export const action = answerEditor(async (scope, fields) => {
  await discardDraft(scope, textOf(fields, "target"));
  return { success: true };
});
