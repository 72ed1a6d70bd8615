import type { StudyNote } from "contract/training/notes/calls";
import { shownDuration } from "~/format/duration";
import { formatWhole } from "~/format/time";
import { paths } from "~/navigation/paths";
import type { Scope } from "~/request/scope.server";
import { lessonPart } from "./addresses";
import { notesQuery } from "./notes-query.server";

/** Signs that Markdown would read, in a line of our own. */
const plain = (text: string) => text.replace(/[\\`*_[\]<>#|]/g, "\\$&");

/** A note as a quotation of its place and its text as it was typed: who writes Markdown gets it back. */
function written(note: StudyNote, origin: string): string {
  const { lesson, at, part, text, updatedAt } = note;
  const second =
    at === null ? [] : [`[${shownDuration(at)}](${origin}${paths.lesson(lesson.id, { t: at })})`];
  const quoted = part ? [`[“${plain(part)}”](${origin}${lessonPart(lesson.id, part)})`] : [];
  const place = [...second, ...quoted, formatWhole(updatedAt)].join(" · ");
  return `${place}\n\n${text}\n`;
}

/** Notes with the headings of their courses and lessons, where these differ from those of the note before. */
function markdownOf(notes: readonly StudyNote[], before: StudyNote | undefined, origin: string): string {
  const lines: string[] = [];
  let last = before;
  for (const note of notes) {
    const { course, lesson } = note;
    if (course.id !== last?.course.id) lines.push(`## ${plain(course.name)}\n`);
    if (lesson.id !== last?.lesson.id)
      lines.push(`### [${plain(lesson.name)}](${origin}${paths.lesson(lesson.id)})\n`);
    lines.push(written(note, origin));
    last = note;
  }
  return lines.map((line) => `${line}\n`).join("");
}

/**
 * The member's notes as Markdown, of one course or with words in them as in the list, in the order of the lessons. They
 * are sent page by page as they are read, so that no more than one page is in memory; the first is read before anything
 * is sent, and its failure is an ordinary one.
 */
export async function notesFile(scope: Scope, url: URL): Promise<ReadableStream<Uint8Array>> {
  const { course, q } = notesQuery.parse(Object.fromEntries(url.searchParams));
  const read = (page: number) =>
    scope.gateway.call("studyNotes", { course, text: q, order: "lessons", page });
  const text = new TextEncoder();
  let next = await read(1);
  let last: StudyNote | undefined;
  return new ReadableStream({
    start: (stream) => stream.enqueue(text.encode("# 学习笔记\n\n")),
    async pull(stream) {
      const { notes, page, pages } = next;
      stream.enqueue(text.encode(markdownOf(notes, last, scope.origin)));
      last = notes.at(-1);
      if (page >= pages) return stream.close();
      next = await read(page + 1);
    },
  });
}
