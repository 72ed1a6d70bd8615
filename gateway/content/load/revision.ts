import { eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { documents } from "../../database/schema";
import { writeDocument } from "./rows/write-document";

/** The key of the document that counts changes of content. Processes drop cached catalogue answers when it grows. */
export const contentRevisionDocument = "contentRevision";

/** Counts a change of content, in its transaction. */
export async function nextRevision(database: Database, now: Date): Promise<void> {
  const [row] = await database
    .select()
    .from(documents)
    .where(eq(documents.key, contentRevisionDocument))
    .for("update");
  const { revision = 0 } = (row?.value ?? {}) as { revision?: number };
  await writeDocument(database, contentRevisionDocument, { revision: revision + 1 }, now);
}
