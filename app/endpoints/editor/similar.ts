import { id } from "contract/base/fields";
import { titleMax } from "contract/forum/constants";
import { answerEditor } from "./answer.server";

/** GET ?title=&fid=: topics similar to the one being written. */
export const loader = answerEditor(async (scope, _, url) => {
  const fid = id.safeParse(url.searchParams.get("fid"));
  return scope.gateway.call("similarTopics", {
    title: (url.searchParams.get("title") ?? "").slice(0, titleMax),
    ...(fid.success ? { fid: fid.data } : {}),
  });
});
