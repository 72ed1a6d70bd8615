/** Characters that a board's texts write in other ways: numeric references, and smileys. */

const isText = (code: number): boolean =>
  code >= 0xa0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && (code & 0xfffe) !== 0xfffe;

/**
 * Decodes numeric references above ASCII: a board in GBK stores `&#128512;` for what GBK lacks. Those of ASCII stay as
 * they are, because people write them when they mean the reference.
 */
export function decodeReferences(text: string): string {
  if (!text.includes("&#")) return text;
  return text.replace(/&#(?:(\d{3,7})|x([0-9a-f]{2,6}));/gi, (whole, decimal?: string, hex?: string) => {
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? "", 16);
    return isText(code) ? String.fromCodePoint(code) : whole;
  });
}

/** Without control characters: PostgreSQL stores no NUL, and the others draw nothing. */
export const withoutControls = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "");

/** Decodes what a board escapes in titles, names and other short texts; they get no control characters. */
export function decodeTitle(text: string): string {
  const entities: Record<string, string> = {
    lt: "<",
    gt: ">",
    quot: '"',
    amp: "&",
    nbsp: " ",
    "#39": "'",
    "#039": "'",
  };
  return withoutControls(decodeReferences(text)).replace(
    /&(lt|gt|quot|amp|nbsp|#0?39);/g,
    (whole, name: string) => entities[name] ?? whole,
  );
}

/** The default smileys of the board as characters. */
const smileys: Record<string, string> = {
  ":)": "🙂",
  ":(": "🙁",
  ":D": "😀",
  ":'(": "😢",
  ":@": "😠",
  ":o": "😮",
  ":P": "😛",
  ":$": "😳",
  ";P": "😜",
  ":L": "😓",
  ":Q": "😨",
  ":lol": "😆",
  ":loveliness:": "🥰",
  ":funk:": "😱",
  ":curse:": "🤬",
  ":dizzy:": "😵",
  ":shutup:": "🤐",
  ":sleepy:": "😴",
  ":hug:": "🤗",
  ":victory:": "✌️",
  ":time:": "⏰",
  ":kiss:": "😘",
  ":handshake": "🤝",
  ":call:": "📞",
};
const escaped = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&");
const codes = Object.keys(smileys).sort((one, other) => other.length - one.length);
// A letter or digit beside it means that it is part of a word, a drive or a time.
const smiley = new RegExp(`(?<![A-Za-z0-9/])(?:${codes.map(escaped).join("|")})(?![A-Za-z0-9/\\\\])`, "g");
const custom = /\{:[a-z0-9]{1,10}_[a-z0-9]{1,10}:\}/gi;

/** Replaces smileys by characters. @param count called for each that only its board knew, and that is 🙂 now */
export function withSmileys(text: string, count: () => void): string {
  if (!text.includes(":") && !text.includes(";P")) return text;
  return text
    .replace(custom, () => {
      count();
      return "🙂";
    })
    .replace(smiley, (code) => smileys[code] ?? code);
}
