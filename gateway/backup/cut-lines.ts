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
