import { z } from "zod";
import { paths } from "~/navigation/paths";
import { askFirst } from "~/request/ask-first.server";
import type { ActionTools } from "~/request/intents.server";
import { noFields, submitted } from "~/request/intents.server";
import { notFound } from "~/request/not-found.server";
import type { Scope } from "~/request/scope.server";
import { noteFields } from "./note.schema";
import type { notesQuery } from "./notes-query.server";

type Query = z.output<typeof notesQuery>;
type Tools = ActionTools<typeof notesQuery>;

/** What the tab of notes shows: one of them to change, or a page of those that fit. */
export async function loadNotes(scope: Scope, { course, q, page, note }: Query) {
  const { gateway } = scope;
  if (note !== undefined) return { one: await gateway.call("studyNote", { id: note }), all: null };
  return { one: null, all: await gateway.call("studyNotes", { course, text: q, page }) };
}

/** The note of the address, whose form was posted. */
const noteOf = ({ scope, query: { note } }: Pick<Tools, "scope" | "query">): number =>
  note ?? notFound(scope, "没有这条笔记，它可能已经删除");

/** The forms of one note. */
export const noteIntents = {
  save: submitted(z.object(noteFields), async (fields, tools: Tools) => {
    await tools.scope.gateway.call("saveStudyNote", { id: noteOf(tools), ...fields });
    return tools.done(paths.study("notes"), "笔记已保存");
  }),
  delete: submitted(noFields, async (_, tools: Tools) => {
    const id = noteOf(tools);
    const { text } = await tools.scope.gateway.call("studyNote", { id });
    const question = askFirst(tools, {
      title: "删除这条笔记？",
      says: [`“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`, "删除后不能找回；想留一份，先导出。"],
      button: "确认删除",
    });
    if (question) return question;
    await tools.scope.gateway.call("deleteStudyNote", { id });
    return tools.done(paths.study("notes"), "笔记已删除");
  }),
};
