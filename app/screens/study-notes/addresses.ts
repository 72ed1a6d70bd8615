import { addressOf } from "~/navigation/address-query";
import { paths } from "~/navigation/paths";

/** Which of the member's notes are shown: of one course, with words in them, or one by itself. */
interface NotesQuery {
  course?: number | undefined;
  q?: string;
  note?: number;
  page?: number;
}

/** The tab of notes, and the same notes as a file. Not in `paths`, which every page loads. */
export const notesAddress = (query: NotesQuery): string =>
  addressOf(paths.study(), { tab: "notes", ...query });
export const notesFileAddress = (query: NotesQuery): string => addressOf(paths.studyFile("notes.md"), query);

/** A hyphen has a meaning in the address of a text, and parentheses end an address in Markdown. */
const alsoEncoded: Record<string, string> = { "-": "%2D", "(": "%28", ")": "%29" };

/** The address of a lesson at the part of its text that begins so; where a browser cannot find it, at the text. */
export const lessonPart = (lesson: number, part: string): string => {
  const words = encodeURIComponent(part).replace(/[-()]/g, (sign) => alsoEncoded[sign] ?? sign);
  return `${paths.lesson(lesson)}#text:~:text=${words}`;
};
