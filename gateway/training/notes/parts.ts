import { cleanText } from "contract/base/fields";
import { cutText, plainText } from "contract/base/plain-text";
import { notePartsMax } from "contract/training/notes/constants";
import type { lessons } from "../../database/schema";

/** The parts of a text in our rendered HTML. */
const blocks = /<(p|h[1-6]|li|pre)\b[^>]*>([\s\S]*?)<\/\1>/g;

/** The most characters of a beginning that is no whole sentence. */
const beginningMax = 60;
const words = new Intl.Segmenter("zh", { granularity: "word" });

/** The whole words at the beginning of a text, since browsers look for whole ones. Half a character is none either. */
function firstWords(text: string): string {
  let end = 0;
  for (const { index, segment } of words.segment(text)) {
    if (index + segment.length > beginningMax) break;
    end = index + segment.length;
  }
  return end > 0 ? text.slice(0, end) : cutText(text, beginningMax);
}

/** The beginning of a text by which people find it: its first sentence, or the first words of one that is long. */
const beginning = (text: string): string =>
  /^.{1,60}?(?:[。！？；：]|[.!?](?=\s|$)|$)/.exec(text)?.[0] ?? firstWords(text);

/** A part as a form that names it is read, so that each part that is offered can be chosen. */
const asTyped = (part: string): string => cleanText(part).trim();

/** Whether a part says anything by which it can be found: pictures have no words. */
const hasWords = (part: string): boolean => part.replaceAll("[图片]", "").trim() !== "";

/** The parts of a lesson that a note can be about: the beginnings of its text's parts, and the titles of its slides. */
export function partsOf({ html, slides }: Pick<typeof lessons.$inferSelect, "html" | "slides">): string[] {
  const texts = [...html.matchAll(blocks)].map(([, , block = ""]) => beginning(asTyped(plainText(block))));
  const titles = slides.map(({ title }) => title);
  return [...new Set([...texts, ...titles].map(asTyped).filter(hasWords))].slice(0, notePartsMax);
}
