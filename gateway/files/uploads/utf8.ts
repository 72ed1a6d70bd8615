/**
 * Characters that texts rarely have: controls other than tab, line ends, form feed, backspace and the escape
 * that begins a terminal's colours, and replacement characters.
 */
const strangeCharacters = /[\u0000-\u0007\u000b\u000e-\u001a\u001c-\u001f\u007f-\u009f\ufffd-\uffff]/g;

/** The allowed percentage of such characters: a log of a serial line may begin with noise. */
const strangeMaximum = 5;

/** The decoded text, or null if it is no text. A NUL, which the database rejects, becomes its control picture. */
function readable(text: string): string | null {
  const strange = text.match(strangeCharacters)?.length ?? 0;
  return strange * 100 > text.length * strangeMaximum ? null : text.replaceAll("\0", "\u2400");
}

function decode(content: Buffer, encoding: string, fatal = true): string | null {
  try {
    return new TextDecoder(encoding, { fatal }).decode(content);
  } catch {
    return null;
  }
}

/** Detects UTF-16 by its byte order mark, or by NUL in every second byte, which Latin text has. */
function wideEncoding(content: Buffer): "utf-16le" | "utf-16be" | null {
  const mark = content.length >= 2 ? content.readUInt16BE(0) : 0;
  if (mark === 0xfffe) return "utf-16le";
  if (mark === 0xfeff) return "utf-16be";
  if (content.length % 2 !== 0) return null;
  const sample = content.subarray(0, 4_096);
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const many = sample.length / 20;
  if (odd > many && even * 20 < odd) return "utf-16le";
  return even > many && odd * 20 < even ? "utf-16be" : null;
}

/** Whether the bytes above ASCII look like GB 2312 Chinese, in which both bytes of a character are high. */
function readsAsChinese(content: Buffer): boolean {
  let pairs = 0;
  let chinese = 0;
  for (let at = 0; at < content.length; at += 1) {
    const [first = 0, second = 0] = [content[at], content[at + 1]];
    if (first < 0x80) continue;
    pairs += 1;
    if (first >= 0xa1 && first <= 0xf7 && second >= 0xa1) chinese += 1;
    at += 1;
  }
  return chinese * 10 >= pairs * 7;
}

/** The maximal percentage of bytes above ASCII in a text of Latin letters. */
const latinMaximum = 30;

/** Decodes UTF-8 with a few invalid bytes, such as a log with line noise. */
function noisyUtf8(content: Buffer): string | null {
  const text = decode(content, "utf-8", false) ?? "";
  const wrong = text.match(/\ufffd/g)?.length ?? 0;
  const right = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
  return right >= wrong * 10 ? readable(text) : null;
}

function textOf(content: Buffer): string | null {
  const wide = wideEncoding(content);
  if (wide) {
    const text = decode(content, wide);
    return text && readable(text);
  }
  const plain = decode(content, "utf-8");
  if (plain !== null) return readable(plain);
  const noisy = noisyUtf8(content);
  if (noisy !== null) return noisy;
  const chinese = decode(content, "gb18030");
  if (chinese !== null && readsAsChinese(content)) return readable(chinese);
  const high = content.reduce((count, byte) => count + (byte > 0x7f ? 1 : 0), 0);
  if (high * 100 <= content.length * latinMaximum) return readable(decode(content, "windows-1252") ?? "\0");
  return chinese && readable(chinese);
}

/**
 * The text of a content in UTF-8, or null when it is no text: UTF-8 (also with some noise), UTF-16 (also without its
 * mark), GB18030, or Latin-1 if the bytes look like it.
 */
export function asUtf8(content: Buffer): Buffer | null {
  const text = textOf(content);
  return text === null ? null : Buffer.from(text, "utf8");
}
