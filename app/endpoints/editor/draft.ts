import { readDraft, saveValues, typedIn } from "~/editor/drafts/draft-form.server";
import { Refused } from "~/gateway-client/errors";
import { answerEditor, EditorProblem, textOf } from "./answer.server";

/**
 * POST a form's fields with target, baseRevision, automatic and writer: saves the draft. A conflict answers with the
 * other text. When another account is signed in than when the page loaded, answers OTHER_PERSON and saves nothing.
 */
export const action = answerEditor(async (scope, fields) => {
  const personal = await scope.personal();
  if (personal && textOf(fields, "writer") !== String(personal.uid)) {
    throw new EditorProblem(409, {
      code: "OTHER_PERSON",
      message: "现在登录的是另一个账号",
      nickName: personal.nickName,
    });
  }
  const target = textOf(fields, "target");
  const baseRevision = Number(textOf(fields, "baseRevision"));
  const more = {
    automatic: textOf(fields, "automatic") === "1",
    ...(Number.isInteger(baseRevision) ? { baseRevision } : {}),
  };
  try {
    return await saveValues(scope, target, typedIn(fields), more);
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "DRAFT_CONFLICT") throw error;
    throw new EditorProblem(error.status, {
      code: error.code,
      message: error.message,
      other: await readDraft(scope, target),
    });
  }
});
