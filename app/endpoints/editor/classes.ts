import { classesOf } from "~/screens/posting/posting.server";
import { answerEditor } from "./answer.server";

/** GET ?fid=: the classes of a section. */
export const loader = answerEditor(async (scope, _, url) => ({
  classes: await classesOf(scope, url.searchParams.get("fid") ?? undefined),
}));
