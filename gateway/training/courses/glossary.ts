import { eq } from "drizzle-orm";
import { glossaryDocument, type Term } from "../../content/load/catalogue/training/glossary";
import type { Database } from "../../database/open";
import { documents } from "../../database/schema";

/** The most terms that one text explains: more would be read by nobody. */
const termsMax = 40;

/** The terms of the glossary that may be in a text, in the glossary's order; whoever shows it looks where they are. */
export async function termsIn(database: Database, html: string): Promise<Term[]> {
  if (html === "") return [];
  const [row] = await database
    .select({ value: documents.value })
    .from(documents)
    .where(eq(documents.key, glossaryDocument));
  const text = html.replace(/<[^>]*>/g, " ").toLowerCase();
  return ((row?.value ?? []) as Term[])
    .filter(({ term, also }) => [term, ...also].some((spelling) => text.includes(spelling.toLowerCase())))
    .slice(0, termsMax);
}
