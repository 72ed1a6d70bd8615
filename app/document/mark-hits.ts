/** The most hits that are marked on a page. */
const hitsMaximum = 500;

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** The places of these words in a text, as pairs of beginning and end. Longer words come before those within them. */
export function placesOf(text: string, words: string[]): [number, number][] {
  const wanted = words
    .filter((word) => word.trim() !== "")
    .toSorted((one, other) => other.length - one.length)
    .map((word) => escaped(word.trim()).replace(/\s+/g, "\\s*"));
  if (wanted.length === 0) return [];
  const places: [number, number][] = [];
  for (const match of text.matchAll(new RegExp(wanted.join("|"), "giu"))) {
    places.push([match.index, match.index + match[0].length]);
    if (places.length === hitsMaximum) break;
  }
  return places;
}

/** Marks words in the runs of a page's text, also a word that goes on from one run to the next. */
export function markHits(runs: HTMLElement[], words: string[]): void {
  const texts = runs.map((run) => run.textContent ?? "");
  const places = placesOf(texts.join(""), words);
  let begin = 0;
  for (const [index, text] of texts.entries()) {
    const end = begin + text.length;
    const own = places
      .filter(([from, to]) => from < end && to > begin)
      .map(([from, to]) => [Math.max(from, begin) - begin, Math.min(to, end) - begin] as const);
    if (own.length > 0) {
      const parts: (Node | string)[] = [];
      let at = 0;
      for (const [from, to] of own) {
        const mark = document.createElement("mark");
        mark.textContent = text.slice(from, to);
        parts.push(text.slice(at, from), mark);
        at = to;
      }
      runs[index]?.replaceChildren(...parts, text.slice(at));
    }
    begin = end;
  }
}
