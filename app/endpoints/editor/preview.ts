import { topicContentMax } from "contract/forum/constants";
import { answerEditor, textOf } from "./answer.server";

/** POST content: the HTML as it would be published. */
export const action = answerEditor(async (scope, fields) =>
  scope.gateway.call("renderContent", { content: textOf(fields, "content").slice(0, topicContentMax) }),
);
