import { answerEditor } from "./answer.server";

/** GET ?text=: tags whose name begins with the text. */
export const loader = answerEditor(async (scope, _, url) =>
  scope.gateway.call("suggestTags", { text: (url.searchParams.get("text") ?? "").slice(0, 20) }),
);
