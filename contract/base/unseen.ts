/**
 * Invisible characters: those that change the direction of text (U+202A–202E, U+2066–2069 …), blanks without width, and
 * the others that Unicode says to ignore. Emoji and scripts need joiners, variation selectors, tags of flags and Hangul
 * fillers, so these are not among them.
 */
const unseen =
  /(?!\u034f|\u200c|\u200d|[\u115f\u1160\u3164\uffa0]|\p{Variation_Selector})\p{DI}|[\ufff9-\ufffb]/gu;
const anyUnseen = new RegExp(unseen.source, "u");
const flag = /\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}/gu;
const tags = /[\u{e0020}-\u{e007f}]/u;

/** The text without invisible characters, so that people read what is written. */
export function withoutUnseen(text: string): string {
  if (!anyUnseen.test(text)) return text;
  if (!tags.test(text)) return text.replace(unseen, "");
  // Tags are allowed only inside a flag.
  const flags = text.match(flag) ?? [];
  return text
    .split(flag)
    .map((piece, index) => piece.replace(unseen, "") + (flags[index] ?? ""))
    .join("");
}

const code = /<code(?=[\s>])[\s\S]*?<\/code>/g;
const tagOrUnseen = new RegExp(`<[^>]*>|${unseen.source}`, "gu");

/** Marks an invisible character by its number, as a text that people can read, search and copy. */
function mark(character: string): string {
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `<span class="unseen" title="看不见的字符">U+${number}</span>`;
}

/**
 * Makes invisible characters of rendered HTML (ours only) harmless: in code, where each character counts, a mark replaces
 * them; elsewhere they are removed.
 */
export function markUnseen(html: string): string {
  if (!anyUnseen.test(html)) return html;
  const marked = html.replace(code, (whole) =>
    whole.replace(tagOrUnseen, (found) => (found.startsWith("<") ? found : mark(found))),
  );
  return withoutUnseen(marked);
}
