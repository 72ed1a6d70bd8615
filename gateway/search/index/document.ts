import { positionMaximum, tokensOf } from "./tokens";

/**
 * Changes when the same text gives another document: what was written before is then written anew
 * (backfill.ts).
 */
export const documentVersion = 2;

/** PostgreSQL's weights: A title, B tags, C text; D for pieces, which count least wherever they stand. */
type Weight = "A" | "B" | "C";

/** A lexeme holds no more places than this. */
const placesMaximum = 255;
/** Characters of one text that are looked at: more than any topic has. */
const textMaximum = 60_000;

/**
 * Rows of nearby ids share a mark at each size, so that a search for a common word can ask for the newest
 * rows only and let the index leave out the others (candidates.ts). A mark is no word: nobody can type it.
 */
export const windowSizes = [4_096, 32_768, 262_144] as const;
export const windowMark = (size: number, bucket: number): string => `~${size}.${bucket}`;

/** Writes lexemes as PostgreSQL reads them. */
export function quoteToken(lexeme: string): string {
  return `'${lexeme.replace(/\\/g, "\\\\").replace(/'/g, "''")}'`;
}

/** A row's document, as the text form of a tsvector. @param id the row's */
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
    // A phrase does not reach from one text into the next.
    this.offset += last + 10;
  }

  /** As the text form of a tsvector. */
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
 * What a text is found by: a topic's title, tags and own text (plain, not HTML), or a reply's text alone. A
 * row's document is this and its marks.
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
