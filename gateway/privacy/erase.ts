import { closedNicknamePrefix } from "contract/account/identity";
import { and, eq, inArray, isNotNull, isNull, like, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { eraseSignups } from "../activities/leave";
import type { Database } from "../database/open";
import * as tables from "../database/schema";
import type { Account } from "../server/context";
import { eraseStudy } from "./erase-study";
import { contactsOf } from "./receipts";

const { posts, topics, uploads, innerMessages, conversationSides, conversations, messageReports, reports } =
  tables;

/**
 * What the person wrote and took out of sight themselves: nobody needs its text any more. The row stays, for
 * the floors.
 */
async function eraseDeletedTexts(database: Database, id: number): Promise<void> {
  const byAuthor = <Table extends typeof posts | typeof topics>(table: Table) =>
    and(eq(table.authorId, id), isNotNull(table.deletedAt), isNull(table.recycledById));
  const ownPosts = database.select({ id: posts.id }).from(posts).where(byAuthor(posts));
  await database.delete(tables.postAttachments).where(inArray(tables.postAttachments.postId, ownPosts));
  await database.update(posts).set({ source: "", html: "", search: null }).where(byAuthor(posts));
  await database.update(topics).set({ title: "（已删除）", search: null }).where(byAuthor(topics));
  const own = database.select({ id: posts.id }).from(posts).where(eq(posts.authorId, id));
  await database.delete(tables.postVersions).where(inArray(tables.postVersions.postId, own));
}

/**
 * Uploads that no text of the person's shows or links to go; of the others only the name that the picture's
 * file had.
 */
async function eraseUploads(database: Database, id: number): Promise<number> {
  const address = sql`'/gateway/files/' || ${uploads.fileName}`;
  const isPublic = sql`exists (select 1 from ${posts} where ${posts.authorId} = ${id} and position(${address} in ${posts.html}) > 0)`;
  const linked = sql`exists (select 1 from ${tables.postAttachments} where ${tables.postAttachments.uploadId} = ${uploads.id})`;
  const deleted = await database
    .delete(uploads)
    .where(and(eq(uploads.accountId, id), sql`not ${isPublic}`, sql`not ${linked}`))
    .returning({ id: uploads.id });
  await database
    .update(uploads)
    .set({ originalName: "" })
    .where(and(eq(uploads.accountId, id), eq(uploads.kind, "image")));
  return deleted.length;
}

/**
 * What the person wrote to others goes, but for what a moderator still has to look at; the others keep what
 * they wrote themselves.
 */
async function eraseMessages(database: Database, id: number): Promise<number> {
  const reported = database
    .select({ id: messageReports.id })
    .from(messageReports)
    .where(and(eq(messageReports.messageId, innerMessages.id), isNull(messageReports.closedAt)));
  const deleted = await database
    .delete(innerMessages)
    .where(and(eq(innerMessages.senderId, id), notExists(reported)))
    .returning({ id: innerMessages.id });
  await database.delete(conversationSides).where(eq(conversationSides.accountId, id));
  const mine = or(eq(conversations.firstId, id), eq(conversations.secondId, id));
  const remaining = alias(innerMessages, "remaining");
  await database
    .delete(conversations)
    .where(
      and(
        mine,
        notExists(
          database
            .select({ id: remaining.id })
            .from(remaining)
            .where(eq(remaining.conversationId, conversations.id)),
        ),
      ),
    );
  const ownConversations = database.select({ id: conversations.id }).from(conversations).where(mine);
  const visible = sql`from ${innerMessages} where ${innerMessages.conversationId} = ${conversationSides.conversationId} and ${innerMessages.id} > ${conversationSides.deletedUpTo}`;
  await database
    .update(conversationSides)
    .set({
      lastMessageId: sql`(select max(${innerMessages.id}) ${visible})`,
      unread: sql`(select count(*)::int ${visible} and ${innerMessages.id} > ${conversationSides.readUpTo} and ${innerMessages.senderId} <> ${conversationSides.accountId})`,
    })
    .where(inArray(conversationSides.conversationId, ownConversations));
  return deleted.length;
}

/** Rows that are the person's alone, and what others' rows say about them. */
async function eraseOwnRows(database: Database, account: Account): Promise<Record<string, number>> {
  const { id } = account;
  const removed: Record<string, number> = {};
  const drop = async (name: string, rows: Promise<unknown[]>) => {
    removed[name] = (await rows).length;
  };
  const {
    sessions,
    consentRecords,
    accessRecords,
    drafts,
    profiles,
    profileChanges,
    suggestions,
    blocks,
    notifications,
  } = tables;
  await drop("sessions", database.delete(sessions).where(eq(sessions.accountId, id)).returning());
  await drop("consents", database.delete(consentRecords).where(eq(consentRecords.accountId, id)).returning());
  await drop(
    "accessRecords",
    database.delete(accessRecords).where(eq(accessRecords.accountId, id)).returning(),
  );
  const { analyticsEvents } = tables;
  await drop(
    "analyticsEvents",
    database
      .delete(analyticsEvents)
      .where(eq(analyticsEvents.accountId, id))
      .returning({ id: analyticsEvents.id }),
  );
  await drop("drafts", database.delete(drafts).where(eq(drafts.accountId, id)).returning());
  await drop("profile", database.delete(profiles).where(eq(profiles.accountId, id)).returning());
  await drop(
    "profileChanges",
    database.delete(profileChanges).where(eq(profileChanges.accountId, id)).returning(),
  );
  await drop("suggestions", database.delete(suggestions).where(eq(suggestions.accountId, id)).returning());
  await drop(
    "notifications",
    database.delete(notifications).where(eq(notifications.accountId, id)).returning(),
  );
  const either = or(eq(blocks.accountId, id), eq(blocks.blockedId, id));
  await drop("blocks", database.delete(blocks).where(either).returning());
  const { topicReadings, readMarks } = tables;
  await drop(
    "topicReadings",
    database
      .delete(topicReadings)
      .where(eq(topicReadings.accountId, id))
      .returning({ id: topicReadings.topicId }),
  );
  await database.delete(readMarks).where(eq(readMarks.accountId, id));
  const { invitations, moderators, contactProofs, verificationCodes, outbox, complaints } = tables;
  const invited = or(eq(invitations.inviterId, id), eq(invitations.inviteeId, id));
  await drop("invitations", database.delete(invitations).where(invited).returning());
  await database.delete(moderators).where(eq(moderators.accountId, id));
  // What moderators noted of the person; what they did stands in the log, by number alone.
  const { penalties, personNotes, sectionRights, appeals, postAddresses } = tables;
  await database.delete(penalties).where(eq(penalties.accountId, id));
  await database.delete(personNotes).where(eq(personNotes.accountId, id));
  await database.delete(sectionRights).where(eq(sectionRights.accountId, id));
  await database.delete(appeals).where(eq(appeals.accountId, id));
  const written = database.select({ id: posts.id }).from(posts).where(eq(posts.authorId, id));
  await database.delete(postAddresses).where(inArray(postAddresses.postId, written));
  const { contentLoads } = tables;
  await database.update(contentLoads).set({ accountId: null }).where(eq(contentLoads.accountId, id));
  await database.delete(tables.dataExports).where(eq(tables.dataExports.accountId, id));
  await database.delete(contactProofs).where(eq(contactProofs.accountId, id));
  await database.delete(verificationCodes).where(like(verificationCodes.holder, `${id}:%`));
  for (const { channel, value } of contactsOf(account)) {
    await database
      .delete(verificationCodes)
      .where(and(eq(verificationCodes.channel, channel), eq(verificationCodes.recipient, value)));
    await database.delete(outbox).where(and(eq(outbox.channel, channel), eq(outbox.recipient, value)));
  }
  // Complaints and open reports are about others' contents and go on without saying whose they are.
  await database
    .update(complaints)
    .set({ accountId: null, contact: "", deviceId: "" })
    .where(eq(complaints.accountId, id));
  await drop(
    "reports",
    database
      .delete(reports)
      .where(and(eq(reports.accountId, id), isNotNull(reports.closedAt)))
      .returning(),
  );
  await database.update(reports).set({ text: "" }).where(eq(reports.accountId, id));
  await database
    .delete(messageReports)
    .where(and(eq(messageReports.accountId, id), isNotNull(messageReports.closedAt)));
  await database.update(messageReports).set({ text: "" }).where(eq(messageReports.accountId, id));
  return removed;
}

/** The nickname under which what an account wrote stays. People cannot take one that begins so. */
export const closedNickname = (id: number) => `${closedNicknamePrefix}${id}`;

/** The account's own row keeps nothing of the person. Its contacts are free for a new registration. */
async function eraseAccount(database: Database, id: number): Promise<void> {
  const nickname = closedNickname(id);
  await database
    .update(tables.accounts)
    .set({
      nickname,
      nicknameFolded: nickname,
      packKey: null,
      phone: null,
      email: null,
      passwordHash: null,
      avatar: null,
      intro: "",
      admin: false,
      mutedUntil: null,
      bannedUntil: null,
      followers: 0,
      following: 0,
      favorites: 0,
      favoritesPublic: false,
      signedPolicies: {},
      profileComplete: false,
      nicknameChangedAt: null,
      mutedNotices: [],
      digest: "off",
      digestSentAt: null,
      closingAt: null,
    })
    .where(eq(tables.accounts.id, id));
}

/**
 * Removes everything of an account that is personal, and leaves its topics and replies under a name that is
 * nobody's. What it did to others' things was taken back before. @returns how many of what were removed.
 */
export async function erase(
  database: Database,
  account: Account,
  now: Date,
): Promise<Record<string, number>> {
  // First, so that what is told of it goes with the rest.
  const signups = await eraseSignups(database, account, now);
  const removed: Record<string, number> = { ...(await eraseOwnRows(database, account)), signups };
  removed.courses = await eraseStudy(database, account.id, now);
  removed.messages = await eraseMessages(database, account.id);
  await eraseDeletedTexts(database, account.id);
  removed.uploads = await eraseUploads(database, account.id);
  await eraseAccount(database, account.id);
  return removed;
}
