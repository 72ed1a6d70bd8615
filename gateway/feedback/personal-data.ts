import { asc, eq } from "drizzle-orm";
import { complaints, suggestions } from "../database/schema";
import { type PersonalData, withoutOwner } from "../server/personal-data";

export const feedbackPersonalData: PersonalData = {
  files: {
    "suggestions.json": {
      about: "意见建议",
      read: (database, { id }) =>
        withoutOwner(
          database
            .select()
            .from(suggestions)
            .where(eq(suggestions.accountId, id))
            .orderBy(asc(suggestions.id)),
        ),
    },
    "complaints.json": {
      about: "投诉",
      read: (database, { id }) =>
        withoutOwner(
          database.select().from(complaints).where(eq(complaints.accountId, id)).orderBy(asc(complaints.id)),
        ),
    },
  },
  async erase(database, { id }) {
    const erased = await database.delete(suggestions).where(eq(suggestions.accountId, id)).returning();
    // A complaint concerns other people's content: it stays, without its author.
    await database
      .update(complaints)
      .set({ accountId: null, contact: "", deviceId: "" })
      .where(eq(complaints.accountId, id));
    return { suggestions: erased.length };
  },
};
