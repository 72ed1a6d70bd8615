/**
 * Characters that a log has: tab, line ends, form feed, backspace, and the escape that begins a terminal's
 * colours.
 */
const strangeCharacters = /[\u0000-\u0007\u000b\u000e-\u001a\u001c-\u001f\u007f\ufffe\uffff]/g;

const encodings = ["utf-8", "gb18030"] as const;

/**
 * The text of a content in UTF-8, or null when it is no text: decodes as UTF-8 or GB18030 (UTF-16 by its
 * mark), has no NUL, and hardly a control character.
 */
export function asUtf8(content: Buffer): Buffer | null {
  const mark = content.length >= 2 ? content.readUInt16BE(0) : 0;
  const candidates =
    mark === 0xfffe ? (["utf-16le"] as const) : mark === 0xfeff ? (["utf-16be"] as const) : encodings;
  for (const encoding of candidates) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(content);
      const strange = text.match(strangeCharacters);
      if (text.includes("\0") || (strange && strange.length * 100 > text.length)) return null;
      return Buffer.from(text, "utf8");
    } catch {
      // Not in this encoding.
    }
  }
  return null;
}
