import { and, asc, eq } from "drizzle-orm";
import { announcementRecipients, announcements, closedBanners } from "../database/schema";
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
    "banners.json": {
      about: "关掉的横幅公告",
      read: (database, { id }) =>
        database
          .select({
            kind: announcements.kind,
            title: announcements.title,
            closedAt: closedBanners.createdAt,
          })
          .from(closedBanners)
          .innerJoin(announcements, eq(announcements.id, closedBanners.announcementId))
          .where(eq(closedBanners.accountId, id))
          .orderBy(asc(announcements.id)),
    },
  },
  async erase(database, { id }) {
    const received = await database
      .delete(announcementRecipients)
      .where(eq(announcementRecipients.accountId, id))
      .returning();
    await database.delete(closedBanners).where(eq(closedBanners.accountId, id));
    await database
      .delete(announcements)
      .where(and(eq(announcements.byId, id), eq(announcements.audience, "self")));
    // Who wrote an announcement stands in the moderators' log, which outlives accounts.
    await database.update(announcements).set({ byId: null }).where(eq(announcements.byId, id));
    return { announcements: received.length };
  },
};
