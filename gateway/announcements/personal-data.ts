import { and, asc, eq } from "drizzle-orm";
import { announcementRecipients, announcements } from "../database/schema";
import type { PersonalData } from "../server/personal-data";

export const announcementsPersonalData: PersonalData = {
  files: {
    "announcements.json": {
      about: "收到的公告，和它的邮件发出没有",
      read: (database, { id }) =>
        database
          .select({
            kind: announcements.kind,
            title: announcements.title,
            sendAt: announcements.sendAt,
            mail: announcementRecipients.mail,
          })
          .from(announcementRecipients)
          .innerJoin(announcements, eq(announcements.id, announcementRecipients.announcementId))
          .where(eq(announcementRecipients.accountId, id))
          .orderBy(asc(announcements.id)),
    },
  },
  async erase(database, { id }) {
    const received = await database
      .delete(announcementRecipients)
      .where(eq(announcementRecipients.accountId, id))
      .returning();
    await database
      .delete(announcements)
      .where(and(eq(announcements.byId, id), eq(announcements.audience, "self")));
    // Who wrote an announcement stands in the moderators' log, which outlives accounts.
    await database.update(announcements).set({ byId: null }).where(eq(announcements.byId, id));
    return { announcements: received.length };
  },
};
