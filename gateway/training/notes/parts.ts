import { plainText } from "contract/base/plain-text";
import { notePartsMax } from "contract/training/notes/constants";
import type { lessons } from "../../database/schema";

/** The parts of a text in our rendered HTML. */
const blocks = /<(p|h[1-6]|li|pre)\b[^>]*>([\s\S]*?)<\/\1>/g;

/** The beginning of a text by which people find it: its first sentence, so that no word is cut, unless that is long. */
const beginning = (text: string): string =>
  /^.{1,60}?(?:[。！？；：]|[.!?](?=\s|$)|$)/.exec(text)?.[0] ?? text.slice(0, 60);

/** The parts of a lesson that a note can be about: the beginnings of its text's parts, and the titles of its slides. */
export function partsOf({ html, slides }: Pick<typeof lessons.$inferSelect, "html" | "slides">): string[] {
  const texts = [...html.matchAll(blocks)].map(([, , block = ""]) => beginning(plainText(block)));
  const titles = slides.map(({ title }) => title);
  return [...new Set([...texts, ...titles].filter((part) => part !== ""))].slice(0, notePartsMax);
}
