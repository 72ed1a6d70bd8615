import { answerEditor } from "./answer.server";

/** GET ?text=: people whose nickname contains the text, for mentions. */
export const loader = answerEditor(async (scope, _, url) =>
  scope.gateway.call("searchInvitee", { text: (url.searchParams.get("text") ?? "").slice(0, 20) }),
);
