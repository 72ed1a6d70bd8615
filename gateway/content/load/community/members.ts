import { foldNickname } from "contract/account/identity";
import { inArray, or, sql } from "drizzle-orm";
import { hashPassword } from "../../../account/password";
import type { Database } from "../../../database/open";
import { accounts, follows, penalties, sections, tags } from "../../../database/schema";
import { accountSearching, markSearch } from "../../../search/marks";
import { peopleLeast } from "../../../search/popular";
import { foldQuery } from "../../../search/query";
import type { Pack } from "../../pack/parse-pack";
import type { Problem } from "../../pack/problems";
import type { PackMember } from "../../pack/schemas/community";
import type { LoadServices } from "../load-result";
import { addToCounter, inChunks, Tally } from "../rows/counters";
import { idOf, type LoadedIds } from "../rows/ids";
import { followsOf, searchersOf } from "./activity";

/** Accounts whose pack key, nickname, phone or email is one of the pack's. */
function accountsLike(database: Database, members: PackMember[]) {
  const phones = members.flatMap((member) => member.phone ?? []);
  const emails = members.flatMap((member) => member.email ?? []);
  return database
    .select({
      id: accounts.id,
      packKey: accounts.packKey,
      nickname: accounts.nicknameFolded,
      phone: accounts.phone,
      email: sql<string | null>`lower(${accounts.email})`,
    })
    .from(accounts)
    .where(
      or(
        inArray(
          accounts.packKey,
          members.map(({ key }) => key),
        ),
        inArray(
          accounts.nicknameFolded,
          members.map(({ nickname }) => foldNickname(nickname)),
        ),
        phones.length > 0 ? inArray(accounts.phone, phones) : undefined,
        emails.length > 0 ? inArray(sql`lower(${accounts.email})`, emails) : undefined,
      ),
    );
}

/**
 * A demo member conflicts with a registered account that has the same nickname, phone or email.
 */
export async function memberConflicts(database: Database, pack: Pack): Promise<Problem[]> {
  if (pack.members.length === 0) return [];
  const stored = await accountsLike(database, pack.members);
  const present = new Set(stored.map((row) => row.packKey));
  return pack.members
    .filter(({ key }) => !present.has(key))
    .flatMap((member) => {
      const contacts = [
        stored.some((row) => row.nickname === foldNickname(member.nickname)) ? "nickname" : null,
        stored.some((row) => member.phone && row.phone === member.phone) ? "phone" : null,
        stored.some((row) => member.email && row.email === member.email) ? "email" : null,
      ];
      return contacts.flatMap((field): Problem[] =>
        field ? [{ file: "members.yaml", field: `${member.key}.${field}`, message: "已被别的账号使用" }] : [],
      );
    });
}

/** Members get the avatars in turn by their position in the file; every seventh member keeps the default one. */
function avatarOf(
  member: PackMember,
  index: number,
  pictures: Map<string, string>,
  avatars: string[],
): string | null {
  const path = member.avatar ?? (index % 7 === 6 ? undefined : avatars[index % avatars.length]);
  return path === undefined ? null : (pictures.get(path) ?? null);
}

/** `a2.svg` before `a10.svg`. */
const byNumber = (a: string, b: string) => a.localeCompare(b, "en", { numeric: true });

/** The reason for the mute of a demo member. */
const muteReason = "多次发布与版块主题无关的广告";

/**
 * Inserts the members whose key does not exist yet. Existing accounts do not change: people may use them already.
 * @param pictureNames storage names of the pack's pictures, by their path in the pack.
 * @returns the ids of all members of the pack, and the keys of the inserted ones.
 */
export async function loadMembers(
  database: Database,
  pack: Pack,
  pictureNames: Map<string, string>,
  now: Date,
): Promise<{ ids: Map<string, number>; inserted: Set<string> }> {
  if (pack.members.length === 0) return { ids: new Map(), inserted: new Set() };
  const keys = pack.members.map(({ key }) => key);
  const select = () =>
    database
      .select({ id: accounts.id, packKey: accounts.packKey })
      .from(accounts)
      .where(inArray(accounts.packKey, keys));
  const present = new Set((await select()).map((row) => row.packKey));
  const avatars = [...pack.pictures.keys()].filter((path) => path.startsWith("avatars/")).sort(byNumber);
  const rows = await Promise.all(
    pack.members.map(async (member, index) => ({
      packKey: member.key,
      nickname: member.nickname,
      nicknameFolded: foldNickname(member.nickname),
      phone: member.phone ?? null,
      email: member.email ?? null,
      passwordHash: member.password && !present.has(member.key) ? await hashPassword(member.password) : null,
      avatar: avatarOf(member, index, pictureNames, avatars),
      intro: member.intro ?? "",
      admin: member.role === "admin",
      mutedUntil: member.muted === undefined ? null : new Date(now.getTime() + member.muted),
      createdAt: new Date(now.getTime() - member.joined),
    })),
  );
  const missing = rows.filter((row) => !present.has(row.packKey));
  if (missing.length > 0) await database.insert(accounts).values(missing);
  const ids = new Map((await select()).map((row) => [row.packKey ?? "", row.id]));
  const muted = missing.flatMap(({ packKey, mutedUntil }) => {
    const accountId = ids.get(packKey);
    if (!mutedUntil || accountId === undefined) return [];
    const days = Math.round((mutedUntil.getTime() - now.getTime()) / 86_400_000);
    return [
      { accountId, kind: "mute" as const, reason: muteReason, days, until: mutedUntil, createdAt: now },
    ];
  });
  if (muted.length > 0) await database.insert(penalties).values(muted);
  return { ids, inserted: new Set(missing.map((row) => row.packKey)) };
}

/** Inserts the follows of the newly inserted members: people, sections and tags. */
export async function loadFollows(
  database: Database,
  pack: Pack,
  inserted: Set<string>,
  ids: LoadedIds,
  now: Date,
): Promise<void> {
  const moderators = new Set(
    pack.sections.groups.flatMap((group) => group.sections.flatMap((section) => section.moderators ?? [])),
  );
  const names = [...new Set(pack.topics.flatMap((topic) => topic.tags))];
  const uses = (name: string) => pack.topics.filter((topic) => topic.tags.includes(name)).length;
  const tagRows =
    names.length > 0
      ? await database.select({ id: tags.id, name: tags.name }).from(tags).where(inArray(tags.name, names))
      : [];
  const tagIds = new Map(tagRows.map((row) => [row.name, row.id]));
  const targets = [
    ...pack.members.map((member) => ({
      kind: "user" as const,
      key: member.key,
      popular: member.role === "admin" || moderators.has(member.key),
    })),
    ...[...ids.sections.keys()].map((key) => ({ kind: "section" as const, key, popular: false })),
    ...[...tagIds.keys()].map((key) => ({ kind: "tag" as const, key, popular: uses(key) >= 5 })),
  ];
  const idsByKind = { user: ids.members, section: ids.sections, tag: tagIds };
  const rows = pack.members
    .filter((member) => inserted.has(member.key))
    .flatMap((member) =>
      followsOf(member, targets, now).map(({ kind, key, at }) => ({
        accountId: idOf(ids.members, member.key),
        kind,
        targetId: idOf(idsByKind[kind], key),
        createdAt: at,
      })),
    );
  await inChunks(rows, (slice) => database.insert(follows).values(slice).returning({ id: follows.targetId }));
  const following = new Tally();
  const followed = { user: new Tally(), section: new Tally(), tag: new Tally() };
  for (const { accountId, kind, targetId } of rows) {
    followed[kind].add(targetId);
    if (kind === "user") following.add(accountId);
  }
  await addToCounter(database, accounts, accounts.following, following);
  await addToCounter(database, accounts, accounts.followers, followed.user);
  await addToCounter(database, sections, sections.followers, followed.section);
  await addToCounter(database, tags, tags.followers, followed.tag);
}

/** Counts searches of the demo's members in the same way as real ones, so a pack with few members shows none. */
export async function loadSearches(
  services: LoadServices,
  database: Database,
  pack: Pack,
  members: Map<string, number>,
  now: Date,
): Promise<void> {
  for (const [place, text] of pack.searches.entries()) {
    const deeds = searchersOf(text, place, peopleLeast, pack.members, now);
    const inOrder = deeds.sort((one, other) => one.at.getTime() - other.at.getTime());
    for (const { member, at } of inOrder)
      await markSearch(
        { database, settings: services.settings ?? {} },
        foldQuery(text),
        accountSearching(idOf(members, member)),
        at,
      );
  }
}
