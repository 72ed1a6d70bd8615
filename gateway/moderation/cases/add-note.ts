import type { CallRequest } from "contract";
import { caseNotesMaximum } from "contract/moderation/constants";
import { eq } from "drizzle-orm";
import { reportCases } from "../../database/schema";
import { transact } from "../../database/transact";
import { accountOf, type CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { actsIn, readOperator } from "../operator";
import { writeLog } from "../write-log";

/**
 * Adds a note to a case for the other moderators. Throws CASE_NOT_FOUND, NOT_YOUR_SECTION, OWN_CONTENT,
 * CASE_NOTES_FULL.
 */
export async function addCaseNote(
  context: CallContext,
  { id, text }: CallRequest<"addCaseNote">,
): Promise<{ success: true }> {
  const { id: byId } = accountOf(context);
  const at = context.now();
  await transact(context.database, async (database) => {
    const [row] = await database.select().from(reportCases).where(eq(reportCases.id, id)).for("update");
    const reportCase = found(row, "CASE_NOT_FOUND");
    if (!actsIn(await readOperator(database, byId), reportCase.sectionId))
      throw new Refusal("NOT_YOUR_SECTION");
    // The author of a reported text must not read or write the notes about it.
    if (reportCase.authorId === byId) throw new Refusal("OWN_CONTENT");
    if (reportCase.notes.length >= caseNotesMaximum) throw new Refusal("CASE_NOTES_FULL");
    const notes = [...reportCase.notes, { byId, text, at: at.toISOString() }];
    await database.update(reportCases).set({ notes }).where(eq(reportCases.id, id));
    await writeLog(database, {
      at,
      operatorId: byId,
      action: "caseNote",
      sectionId: reportCase.sectionId,
      personId: reportCase.authorId,
      targetKind: "case",
      targetId: id,
      after: { notes: notes.length },
    });
  });
  return { success: true };
}
