/**
 * Characters that draw nothing: those that turn the direction of what follows (U+202A–202E, U+2066–2069 …), blanks
 * without width, and the rest that Unicode says to ignore. Not among them: joiners, variations and the tags of flags,
 * which emoji and scripts are written with, and fillers of Hangul.
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
  // A flag's tags belong to it, and to nothing else.
  const flags = text.match(flag) ?? [];
  return text
    .split(flag)
    .map((piece, index) => piece.replace(unseen, "") + (flags[index] ?? ""))
    .join("");
}

const code = /<code(?=[\s>])[\s\S]*?<\/code>/g;
const tagOrUnseen = new RegExp(`<[^>]*>|${unseen.source}`, "gu");

/** How a character is shown that draws nothing: by its number, in words that can be read, searched and copied. */
function mark(character: string): string {
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `<span class="unseen" title="看不见的字符">U+${number}</span>`;
}

/**
 * Rendered HTML (ours only) in which nothing is hidden: in code, where each character counts, what draws nothing is
 * shown as a mark; elsewhere it goes.
 */
export function markUnseen(html: string): string {
  if (!anyUnseen.test(html)) return html;
  const marked = html.replace(code, (whole) =>
    whole.replace(tagOrUnseen, (found) => (found.startsWith("<") ? found : mark(found))),
  );
  return withoutUnseen(marked);
}
