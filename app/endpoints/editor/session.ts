import { answerEditor } from "./answer.server";

/** GET: who is signed in now, and a token for the forms of a page that was rendered earlier. */
export const loader = answerEditor(async (scope) => {
  const detail = await scope.personal();
  return { uid: detail?.uid ?? 0, nickName: detail?.nickName ?? "", formToken: await scope.forms.token() };
});
