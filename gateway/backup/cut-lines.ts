/** Splits texts into lines; the last line needs no line end. */
export async function* cutLines(texts: AsyncIterable<string>): AsyncGenerator<string> {
  // A line may be split over many texts.
  let partialLine: string[] = [];
  for await (const text of texts) {
    const pieces = text.split("\n");
    const rest = pieces.pop() ?? "";
    for (const piece of pieces) {
      yield partialLine.join("") + piece;
      partialLine = [];
    }
    partialLine.push(rest);
  }
  const last = partialLine.join("");
  if (last !== "") yield last;
}

/** Thrown for a line with bytes that are no text. */
export class NotUtf8 extends Error {}

/** Splits bytes into lines of UTF-8; the last line needs no line end. Throws NotUtf8 at a line that is none. */
export async function* cutBytes(parts: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const decode = (bytes: Buffer[]): string => {
    try {
      return decoder.decode(bytes.length === 1 ? bytes[0] : Buffer.concat(bytes));
    } catch {
      throw new NotUtf8();
    }
  };
  let partialLine: Buffer[] = [];
  for await (const part of parts) {
    let from = 0;
    for (let end = part.indexOf(10); end >= 0; end = part.indexOf(10, from)) {
      yield decode([...partialLine, part.subarray(from, end)]);
      partialLine = [];
      from = end + 1;
    }
    if (from < part.length) partialLine.push(part.subarray(from));
  }
  if (partialLine.length > 0) yield decode(partialLine);
}
