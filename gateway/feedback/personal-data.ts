import { and, asc, eq, inArray } from "drizzle-orm";
import type { Database } from "../database/open";
import { complaints, moderationLog, moderationReasons, suggestions } from "../database/schema";
import type { PersonalData } from "../server/personal-data";
import { promiseOf, shownSteps } from "./records";

/**
 * A row as its author takes it along: what they wrote, and what they were answered. Who works on it, until when, and
 * what administrators noted are those people's words and work, which stay with the operator.
 */
function authored<Row extends typeof suggestions.$inferSelect | typeof complaints.$inferSelect>(row: Row) {
  const { accountId, assigneeId, remindedAt, escalatedAt, deeds, dueAt, ...own } = row;
  return { ...own, steps: shownSteps(row.steps) };
}

/**
 * Erases why the dates of a person's letters were changed, as the notes about them go too: the log keeps who changed which
 * date, and the digest of the reason.
 */
async function forgetReasons(database: Database, personId: number): Promise<void> {
  const ofLetters = database
    .select({ id: moderationLog.reasonId })
    .from(moderationLog)
    .where(and(eq(moderationLog.personId, personId), eq(moderationLog.action, "adviceDue")));
  await database.update(moderationReasons).set({ text: "" }).where(inArray(moderationReasons.id, ofLetters));
}

export const feedbackPersonalData: PersonalData = {
  files: {
    "suggestions.json": {
      about: "意见建议",
      async read(database, { id }) {
        const own = eq(suggestions.accountId, id);
        const rows = await database.select().from(suggestions).where(own).orderBy(asc(suggestions.id));
        return rows.map((row) => ({ ...authored(row), dueAt: promiseOf(row) }));
      },
    },
    "complaints.json": {
      about: "投诉",
      async read(database, { id }) {
        const own = eq(complaints.accountId, id);
        const rows = await database.select().from(complaints).where(own).orderBy(asc(complaints.id));
        return rows.map(authored);
      },
    },
  },
  async erase(database, { id }) {
    await forgetReasons(database, id);
    const erased = await database.delete(suggestions).where(eq(suggestions.accountId, id)).returning();
    // What an administrator had taken is free again.
    for (const table of [suggestions, complaints])
      await database.update(table).set({ assigneeId: null }).where(eq(table.assigneeId, id));
    // A complaint concerns other people's content: it stays, without its author and what was noted about them.
    await database
      .update(complaints)
      .set({ accountId: null, contact: "", deviceId: "", deeds: [] })
      .where(eq(complaints.accountId, id));
    return { suggestions: erased.length };
  },
};
