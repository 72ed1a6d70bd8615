import { eq } from "drizzle-orm";
import type { Database } from "../../../../database/open";
import { documents } from "../../../../database/schema";
import type { GlossaryFile } from "../../../pack/schemas/training";
import { writeDocument } from "../../rows/write-document";

/** The key of the document with the glossary. */
export const glossaryDocument = "glossary";

export type Term = GlossaryFile["terms"][number];

/** Writes the pack's glossary; without terms there is none. */
export async function loadGlossary(database: Database, terms: Term[], now: Date): Promise<void> {
  if (terms.length > 0) await writeDocument(database, glossaryDocument, terms, now);
  else await database.delete(documents).where(eq(documents.key, glossaryDocument));
}
