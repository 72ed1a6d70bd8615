import { foldEmail, foldNickname } from "contract/account/identity";
import { eq, inArray, or, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, penalties, profiles } from "../../database/schema";
import { isUniqueViolation, transact } from "../../database/transact";
import { avatarPictures } from "../../files/pictures/image";
import { storeFile } from "../../files/storage/store";
import { Refusal } from "../../server/refusal";
import { batchesOf, numberOf, type OldRow, rowsBy, textOf } from "../read/old-tables";
import { avatarPath, FileUnreadable } from "../read/uploaded-files";
import { type ImportContext, type Imported, importedOf, recordImported } from "./import-context";
import {
  emailHolders,
  forever,
  memberOf,
  type OldMember,
  type SettledMember,
  settleMembers,
  type Taken,
} from "./member-rules";
import { foreseen } from "./plan-ids";

/** What accounts of the portal have already of what these members want. */
async function takenBy(database: Database, members: OldMember[]): Promise<Taken> {
  const names = members
    .flatMap(({ name, uid }) => {
      const wanted = name || "会员";
      // Several boards may have brought the same name with the same number.
      const numbered = Array.from({ length: 10 }, (_, at) => `${wanted}_${uid}_${at + 1}`);
      return [wanted, `${wanted}_${uid}`, ...numbered];
    })
    .map(foldNickname);
  const emails = members.flatMap(({ email }) => (email ? [foldEmail(email)] : []));
  const phones = members.flatMap(({ phone }) => phone ?? []);
  const email = sql<string | null>`lower(${accounts.email})`;
  const rows = await database
    .select({ nickname: accounts.nicknameFolded, email, phone: accounts.phone })
    .from(accounts)
    .where(
      or(
        inArray(accounts.nicknameFolded, names),
        emails.length > 0 ? inArray(email, emails) : undefined,
        phones.length > 0 ? inArray(accounts.phone, phones) : undefined,
      ),
    );
  return {
    nicknames: new Set(rows.map((row) => row.nickname)),
    emails: new Set(rows.flatMap((row) => row.email ?? [])),
    phones: new Set(rows.flatMap((row) => row.phone ?? [])),
  };
}

/** Stores a member's avatar; null without one, and for a picture that cannot be read. */
async function storeAvatar(context: ImportContext, { uid, hasAvatar, nickname }: SettledMember) {
  if (!hasAvatar) return null;
  try {
    const content = await context.files.avatar(avatarPath(uid));
    if (!content) {
      context.report.leave("头像文件缺失", nickname);
      return null;
    }
    const { large, small } = await avatarPictures(content);
    return {
      large: await storeFile(context.services, large),
      small: await storeFile(context.services, small),
    };
  } catch (error) {
    const isBad = error instanceof Refusal || error instanceof FileUnreadable;
    if (!isBad) throw error;
    context.report.leave("头像不能读", nickname);
    return null;
  }
}

const penaltyReason = "由旧论坛带来";

async function writePenalties(database: Database, rows: { id: number; member: SettledMember }[], now: Date) {
  const values = rows.flatMap(({ id, member }) =>
    (["mute", "ban"] as const).flatMap((kind) => {
      const until = kind === "mute" ? member.mutedUntil : member.bannedUntil;
      if (!until) return [];
      const isForever = until >= forever;
      const days = isForever ? 0 : Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 86_400_000));
      return [
        { accountId: id, kind, reason: penaltyReason, days, until: isForever ? null : until, createdAt: now },
      ];
    }),
  );
  if (values.length > 0) await database.insert(penalties).values(values);
}

async function insertMembers(
  context: ImportContext,
  settled: SettledMember[],
  avatars: Map<number, { large: string; small: string } | null>,
): Promise<void> {
  const { services, options } = context;
  const now = services.now();
  await transact(services.database, async (database) => {
    const inserted = await database
      .insert(accounts)
      .values(
        settled.map((member) => ({
          packKey: null,
          nickname: member.nickname,
          nicknameFolded: foldNickname(member.nickname),
          phone: member.phone,
          email: member.email,
          passwordHash: member.passwordHash,
          avatar: avatars.get(member.uid)?.small ?? null,
          intro: member.intro,
          bannedUntil: member.bannedUntil,
          mutedUntil: member.mutedUntil,
          createdAt: member.createdAt,
        })),
      )
      .returning({ id: accounts.id, folded: accounts.nicknameFolded });
    const ids = new Map(inserted.map(({ id, folded }) => [folded, id]));
    const rows = settled.map((member) => ({ id: ids.get(foldNickname(member.nickname)) ?? 0, member }));
    await database.insert(profiles).values(
      rows.map(({ id, member }) => ({
        accountId: id,
        ...member.profile,
        largeAvatar: avatars.get(member.uid)?.large ?? null,
        updatedAt: now,
      })),
    );
    await writePenalties(database, rows, now);
    await recordImported(
      database,
      options.source,
      "member",
      rows.map(({ id, member }) => ({ oldId: member.uid, newId: id })),
    );
  });
}

const attempts = 3;

async function writeBatch(context: ImportContext, rows: OldRow[]): Promise<void> {
  const { services, tables, options, report } = context;
  const present = await importedOf(
    services.database,
    options.source,
    "member",
    rows.map((row) => numberOf(row.uid)),
  );
  const fresh = rows.filter((row) => !present.has(numberOf(row.uid)));
  if (fresh.length === 0) return;
  if (options.isDryRun) return report.add("会员", fresh.length);
  const uids = fresh.map((row) => numberOf(row.uid));
  const one = async (table: string) => {
    if (!(await tables.has(table))) return new Map<number, OldRow[]>();
    return rowsBy(await tables.where(table, "uid", uids), "uid");
  };
  // With a member whom the board archived, these rows moved too.
  const withArchive = async (table: string) =>
    new Map([...(await one(`${table}_archive`)), ...(await one(table))]);
  const [ucenter, profile, forum] = [
    await one("ucenter_members"),
    await withArchive("common_member_profile"),
    await withArchive("common_member_field_forum"),
  ];
  const of = (map: Map<number, OldRow[]>, uid: number) => map.get(uid)?.[0];
  const members = fresh.map((row) => {
    const uid = numberOf(row.uid);
    return memberOf(
      row,
      { ucenter: of(ucenter, uid), profile: of(profile, uid), forum: of(forum, uid) },
      services.now(),
    );
  });
  const emails = fresh.map((row) => textOf(row.email)).filter(Boolean);
  const holders = emailHolders(
    await tables.where("common_member", "email", emails, ["uid", "email", "emailstatus"]),
  );
  for (let attempt = 1; ; attempt += 1) {
    const settled = settleMembers(members, await takenBy(services.database, members), holders);
    const avatars = new Map<number, { large: string; small: string } | null>();
    for (const member of settled) avatars.set(member.uid, await storeAvatar(context, member));
    try {
      await insertMembers(context, settled, avatars);
    } catch (error) {
      // Somebody has just registered with one of these names.
      if (attempt < attempts && isUniqueViolation(error)) continue;
      throw error;
    }
    report.add("会员", settled.length);
    for (const member of settled) {
      const example = `${member.nickname}（旧编号 ${member.uid}）`;
      for (const change of member.changes) report.leave(change, example);
      if (!member.passwordHash) report.leave("没有可用的旧密码，要用邮箱重设", example);
    }
    return;
  }
}

const memberTables = ["common_member", "common_member_archive"];
const isMember = ({ until }: Pick<ImportContext, "until">, row: OldRow): boolean =>
  numberOf(row.uid) > 0 && numberOf(row.regdate) < until;

/** The new ids of members, in a dry run also of those that a run would bring. */
export async function plannedMembers(
  context: ImportContext,
  uids: readonly number[],
): Promise<Map<number, Imported>> {
  const { services, options, tables } = context;
  const result = await importedOf(services.database, options.source, "member", uids);
  if (!options.isDryRun) return result;
  const others = [...new Set(uids.filter((uid) => !result.has(uid)))];
  for (const table of memberTables)
    if (await tables.has(table))
      for (const row of await tables.where(table, "uid", others, ["uid", "regdate"]))
        if (isMember(context, row)) result.set(numberOf(row.uid), foreseen(numberOf(row.uid)));
  return result;
}

/** Brings the members, a few hundred at a time. Those who came before stay as they are. */
export async function importMembers(context: ImportContext): Promise<void> {
  let done = 0;
  for (const table of memberTables)
    for await (const rows of batchesOf(context.tables, table, "uid", 300)) {
      await writeBatch(
        context,
        rows.filter((row) => isMember(context, row)),
      );
      done += rows.length;
      context.progress("会员", done);
    }
}

/**
 * The closed account that stands for authors whom the board no longer knows, and for those who wrote without their name.
 */
export async function ghostAccount({
  services,
  options,
}: Pick<ImportContext, "services" | "options">): Promise<number> {
  const { database } = services;
  const packKey = `discuz:${options.source}:ghost`;
  const nickname = `已注销用户（旧论坛${options.source === "discuz" ? "" : ` ${options.source}`}）`;
  await database
    .insert(accounts)
    .values({ packKey, nickname, nicknameFolded: foldNickname(nickname), closedAt: services.now() })
    .onConflictDoNothing();
  const [row] = await database
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.packKey, packKey));
  if (!row) throw new Error(`the nickname ${nickname} is taken`);
  return row.id;
}
