import { positionMaximum, tokensOf } from "./tokens";

/**
 * Increase this when the same text gets a different document. Then backfill.ts writes all documents again.
 */
export const documentVersion = 3;

/** PostgreSQL's weights: A title, B tags, C text; D for pieces, which count least wherever they stand. */
type Weight = "A" | "B" | "C";

/** PostgreSQL stores at most this many positions of a lexeme. */
const placesMaximum = 255;
/** The number of characters of a text that are indexed. Topics are shorter. */
const textMaximum = 60_000;

/**
 * The sizes of id windows. Rows in the same window share a mark in their documents, so that a search for a common word
 * can read only the newest rows from the index (candidates.ts). No query can contain a mark.
 */
export const windowSizes = [1_024, 4_096, 32_768, 262_144] as const;
export const windowMark = (size: number, bucket: number): string => `~${size}.${bucket}`;

/** Quotes a lexeme for PostgreSQL. */
export function quoteToken(lexeme: string): string {
  return `'${lexeme.replace(/\\/g, "\\\\").replace(/'/g, "''")}'`;
}

/** A row's document, as the text form of a tsvector. @param id the id of the row */
export function documentOf(id: number, lexemes: string): string {
  return [lexemes, ...windowSizes.map((size) => quoteToken(windowMark(size, Math.floor(id / size))))].join(
    " ",
  );
}

/** Collects the lexemes of one row's texts. */
class Document {
  private readonly places = new Map<string, Map<number, Weight | "D">>();
  private offset = 0;

  add(text: string, weight: Weight): void {
    let last = -1;
    for (const token of tokensOf(text.slice(0, textMaximum))) {
      const place = Math.min(this.offset + token.position, positionMaximum) + 1;
      last = Math.max(last, token.position);
      const places = this.places.get(token.text) ?? new Map<number, Weight | "D">();
      this.places.set(token.text, places);
      if (!places.has(place) && places.size >= placesMaximum) continue;
      const before = places.get(place);
      const now = token.piece ? "D" : weight;
      if (before === undefined || now < before) places.set(place, now);
    }
    // The gap keeps a phrase from matching across two texts.
    this.offset += last + 10;
  }

  /** The text form of a tsvector. */
  toString(): string {
    return [...this.places]
      .map(
        ([text, places]) =>
          `${quoteToken(text)}:${[...places].map(([place, weight]) => `${place}${weight === "D" ? "" : weight}`).join(",")}`,
      )
      .join(" ");
  }
}

/**
 * The lexemes of a topic's title, tags and own text (plain, not HTML), or of a reply's text. A row's document consists
 * of these and its window marks.
 */
export function lexemesOf({
  title,
  tags = [],
  text,
}: {
  title?: string;
  tags?: string[];
  text: string;
}): string {
  const document = new Document();
  if (title !== undefined) document.add(title, "A");
  for (const tag of tags) document.add(tag, "B");
  document.add(text, "C");
  return document.toString();
}
