import { closedNicknamePrefix } from "contract/account/identity";
import { and, asc, eq, like } from "drizzle-orm";
import type { Database } from "../database/open";
import {
  accessRecords,
  accounts,
  companyAccounts,
  contactProofs,
  outbox,
  verificationCodes,
} from "../database/schema";
import { fileAddress } from "../files/storage/store";
import type { Account } from "../server/context";
import { type PersonalData, withoutOwner } from "../server/personal-data";
import { contactsOf } from "./contacts";

/** The account's data without password hash and other secrets. */
function accountRecord(account: Account) {
  const {
    id,
    nickname,
    phone,
    email,
    avatar,
    intro,
    favoritesPublic,
    mutedNotices,
    digest,
    signedPolicies,
    closingAt,
    lastSeenDay,
    createdAt,
  } = account;
  const icon = avatar ? fileAddress(avatar) : null;
  return {
    uid: id,
    nickname,
    phone,
    email,
    icon,
    intro,
    favoritesPublic,
    mutedNotices,
    digest,
    signedPolicies,
    closingAt,
    lastSeenDay,
    createdAt,
  };
}

/** Erases all personal data in the account's row. Its contacts become free for a new registration. */
async function eraseAccount(database: Database, id: number): Promise<void> {
  // Nobody can choose a nickname with this prefix.
  const nickname = `${closedNicknamePrefix}${id}`;
  await database
    .update(accounts)
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
      lastSeenDay: null,
    })
    .where(eq(accounts.id, id));
}

export const accountPersonalData: PersonalData = {
  files: {
    "account.json": {
      about: "账号：昵称、手机号、邮箱、设置、最近来过的日期",
      read: async (_database, account) => accountRecord(account),
    },
    "company-accounts.json": {
      about: "公司账号：哪些能登录这个账号",
      read: (database, { id }) =>
        withoutOwner(
          database
            .select()
            .from(companyAccounts)
            .where(eq(companyAccounts.accountId, id))
            .orderBy(asc(companyAccounts.id)),
        ),
    },
    "visits.json": {
      about: "来访记录：时间和来源",
      read: (database, { id }) =>
        withoutOwner(
          database
            .select()
            .from(accessRecords)
            .where(eq(accessRecords.accountId, id))
            .orderBy(asc(accessRecords.id)),
        ),
    },
  },
  async erase(database, account) {
    const { id } = account;
    const visits = await database.delete(accessRecords).where(eq(accessRecords.accountId, id)).returning();
    await database.delete(companyAccounts).where(eq(companyAccounts.accountId, id));
    await database.delete(contactProofs).where(eq(contactProofs.accountId, id));
    await database.delete(verificationCodes).where(like(verificationCodes.holder, `${id}:%`));
    for (const { channel, contact: value } of contactsOf(account)) {
      await database
        .delete(verificationCodes)
        .where(and(eq(verificationCodes.channel, channel), eq(verificationCodes.recipient, value)));
      await database.delete(outbox).where(and(eq(outbox.channel, channel), eq(outbox.recipient, value)));
    }
    await eraseAccount(database, id);
    return { accessRecords: visits.length };
  },
};
