import type { StudyNote } from "contract/training/notes/calls";
import { shownDuration } from "~/format/duration";
import { formatWhole } from "~/format/time";
import { paths } from "~/navigation/paths";
import type { Scope } from "~/request/scope.server";
import { lessonPart } from "./addresses";
import { notesQuery } from "./notes-query.server";

/** More pages than a member's notes can have. */
const pagesMost = 100;

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

/** The notes under headings of their courses and lessons, in the order in which each was first written about. */
function markdownOf(notes: readonly StudyNote[], origin: string): string {
  const lines = ["# 学习笔记\n"];
  for (const course of new Set(notes.map((note) => note.course.id))) {
    const ofCourse = notes.filter((note) => note.course.id === course);
    lines.push(`## ${plain(ofCourse[0]?.course.name ?? "")}\n`);
    for (const lesson of new Set(ofCourse.map((note) => note.lesson.id))) {
      const own = ofCourse.filter((note) => note.lesson.id === lesson);
      lines.push(`### [${plain(own[0]?.lesson.name ?? "")}](${origin}${paths.lesson(lesson)})\n`);
      lines.push(...own.map((note) => written(note, origin)));
    }
  }
  return lines.join("\n");
}

/** The member's notes as Markdown, of one course or with words in them as in the list. */
export async function notesFile(scope: Scope, url: URL): Promise<string> {
  const { course, q } = notesQuery.parse(Object.fromEntries(url.searchParams));
  const all: StudyNote[] = [];
  for (let page = 1; page <= pagesMost; page += 1) {
    const { notes, pages } = await scope.gateway.call("studyNotes", { course, text: q, page });
    all.push(...notes);
    if (page >= pages) break;
  }
  return markdownOf(all.reverse(), scope.origin);
}
