import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import {
  appeals,
  messageReports,
  moderators,
  penalties,
  personNotes,
  postAddresses,
  posts,
  reports,
  sectionRights,
} from "../database/schema";
import { type PersonalData, withoutOwner } from "../server/personal-data";

export const moderationPersonalData: PersonalData = {
  files: {
    "reports.json": {
      about: "举报",
      read: async (database, { id }) => ({
        posts: await withoutOwner(
          database.select().from(reports).where(eq(reports.accountId, id)).orderBy(asc(reports.id)),
        ),
        messages: await withoutOwner(
          database
            .select()
            .from(messageReports)
            .where(eq(messageReports.accountId, id))
            .orderBy(asc(messageReports.id)),
        ),
      }),
    },
  },
  async erase(database, { id }) {
    // Deletes what moderators recorded about the person; their own actions stay in the log under their number.
    for (const table of [moderators, penalties, personNotes, sectionRights, appeals])
      await database.delete(table).where(eq(table.accountId, id));
    const ownPostIds = database.select({ id: posts.id }).from(posts).where(eq(posts.authorId, id));
    await database.delete(postAddresses).where(inArray(postAddresses.postId, ownPostIds));
    // Open reports concern other people's content: they stay open, without the reporter's text.
    const closed = await database
      .delete(reports)
      .where(and(eq(reports.accountId, id), isNotNull(reports.closedAt)))
      .returning();
    await database.update(reports).set({ text: "" }).where(eq(reports.accountId, id));
    await database
      .delete(messageReports)
      .where(and(eq(messageReports.accountId, id), isNotNull(messageReports.closedAt)));
    await database.update(messageReports).set({ text: "" }).where(eq(messageReports.accountId, id));
    return { reports: closed.length };
  },
};
