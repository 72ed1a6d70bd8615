const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };
const tag = /<(?:[^>"']|"[^"]*"|'[^']*')*>/g;
const entity = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi;

function codePoint(number: number): string {
  return number > 0 && number <= 0x10ffff ? String.fromCodePoint(number) : "";
}

/** A formula with its source, and a diagram, whose source is also in the HTML. */
const formula = /<math alttext="([^"]*)"[^>]*>[\s\S]*?<\/math>/g;
const picture = /<svg\b[\s\S]*?<\/svg>/g;

/** Our rendered HTML with formulas replaced by their sources and without diagrams. */
export function withSources(html: string): string {
  if (!html.includes("<math ") && !html.includes("<svg ")) return html;
  const asCode = (_found: string, source: string) =>
    `<code>${source.replace(/</g, "&lt;").replace(/>/g, "&gt;")}</code>`;
  return html.replace(formula, asCode).replace(picture, "");
}

/**
 * The text of rendered HTML (only ours) in one line: for excerpts, and to find out whether there is anything visible.
 */
export function plainText(html: string): string {
  return (
    withSources(html)
      .replace(/<summary>[^<]*<\/summary>/g, " ")
      .replace(/<figcaption>[^<]*<\/figcaption>/g, " ")
      .replace(/<img\b(?:[^>"']|"[^"]*"|'[^']*')*>/g, "[图片]")
      .replace(tag, (found) => (/^<\/?(?:span|i|a|strong|em|del|sup|sub|code)\b/.test(found) ? "" : " "))
      // An excerpt may end inside a tag.
      .replace(/<(?:[^>"]|"[^"]*(?:"|$))*$/, "")
      .replace(entity, (whole, hexadecimal?: string, decimal?: string, name?: string) => {
        if (hexadecimal) return codePoint(Number.parseInt(hexadecimal, 16));
        if (decimal) return codePoint(Number(decimal));
        return (name && entities[name.toLowerCase()]) ?? whole;
      })
      .replace(/\s+/g, " ")
      .trim()
  );
}

/** The first characters of a text, cut between code points, with an ellipsis when there is more. */
export function excerpt(html: string, length: number): string {
  // Reads only the beginning of a very long text: tags take some ten times the room of words.
  const characters = [...plainText(withSources(html).slice(0, 20_000 + 20 * length))];
  return characters.length > length
    ? `${characters.slice(0, length).join("").trimEnd()}…`
    : characters.join("");
}

/**
 * A visible character: not space, not a control or format character, not one of the blanks that Unicode calls
 * letters.
 */
const visible = /[^\s\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u3164\uffa0]/u;

/** Whether a plain text shows anything at all. */
export function isVisible(text: string): boolean {
  return visible.test(text);
}

/**
 * Whether rendered HTML shows anything: a word or a picture. `<!-- -->`, an empty code block or zero-width
 * characters do not.
 */
export function hasVisibleContent(html: string): boolean {
  return html.includes("<img ") || isVisible(plainText(html));
}

/** At most `most` UTF-16 code units of a text, without half a character at the end. */
export const cutText = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
