import { answerEditor } from "./answer.server";

/** GET ?text=: people whose nickname has it, to be mentioned. */
export const loader = answerEditor(async (scope, _, url) =>
  scope.gateway.call("searchInvitee", { text: (url.searchParams.get("text") ?? "").slice(0, 20) }),
);
