import { and, eq, inArray, isNull, lte, notExists, or, sql } from "drizzle-orm";
import { accounts, moderators } from "../../database/schema";
import { transact } from "../../database/transact";
import { lockChains, writeLog } from "../../moderation/write-log";
import { numberOf, type OldRow, textOf } from "../read/old-tables";
import { type ImportContext, type Imported, importedOf, recordImported } from "./import-context";
import { standing } from "./member-rules";
import { plannedMembers } from "./write-members";

/** The board's moderators and administrators. The log shows each appointment; nobody becomes an administrator. */

interface Pair {
  fid: number;
  uid: number;
  sectionId: number;
  accountId: number;
}

async function membersWith({ tables }: ImportContext, adminid: number): Promise<OldRow[]> {
  return tables.where("common_member", "adminid", [adminid], ["uid", "username", "adminid"]);
}

/** The appointments that the board knows, of members and sections that are here. */
async function pairsOf(context: ImportContext, sections: ReadonlyMap<number, Imported>): Promise<Pair[]> {
  const { tables } = context;
  const fids = [...sections.keys()];
  const moderatorRows = (await tables.has("forum_moderator"))
    ? await tables.where("forum_moderator", "fid", fids)
    : [];
  const supers = await membersWith(context, 2);
  const memberIds = await plannedMembers(
    context,
    [...moderatorRows, ...supers].map((row) => numberOf(row.uid)),
  );
  return [
    ...moderatorRows.map((row) => [numberOf(row.fid), numberOf(row.uid)] as const),
    ...supers.flatMap((row) => fids.map((fid) => [fid, numberOf(row.uid)] as const)),
  ].flatMap(([fid, uid]) => {
    const [sectionId, accountId] = [sections.get(fid)?.newId, memberIds.get(uid)?.newId];
    return sectionId === undefined || accountId === undefined ? [] : [{ fid, uid, sectionId, accountId }];
  });
}

/** Each appointment comes once: who was dismissed in the portal is not appointed again. */
const keyOf = ({ fid, uid }: Pair) => uid * 100_000 + (fid % 100_000);

/** Appoints some people in one section, with a row of the log for each. */
async function appoint(context: ImportContext, sectionId: number, pairs: Pair[]): Promise<void> {
  const { services, options, report } = context;
  const at = services.now();
  const { people, unfit, added } = await transact(services.database, async (database) => {
    await lockChains(database, [sectionId]);
    const ids = pairs.map(({ accountId }) => accountId);
    const people = await database
      .select()
      .from(accounts)
      .where(sql`${accounts.id} = any(${sql.param(ids)}::bigint[])`);
    const lower = people.filter(({ admin }) => !admin);
    const isFit = ({ closedAt, bannedUntil }: (typeof people)[number]) =>
      !closedAt && (!bannedUntil || bannedUntil <= at);
    const fit = lower.filter(isFit);
    const added =
      fit.length > 0
        ? await database
            .insert(moderators)
            .values(fit.map(({ id }) => ({ sectionId, accountId: id })))
            .onConflictDoNothing()
            .returning()
        : [];
    await recordImported(
      database,
      options.source,
      "moderator",
      pairs.map((pair) => ({ oldId: keyOf(pair), newId: sectionId })),
    );
    for (const { accountId } of added)
      await writeLog(database, {
        at,
        operatorId: null,
        action: "appoint",
        sectionId,
        targetKind: "person",
        targetId: accountId,
        personId: accountId,
        before: { moderator: false },
        after: { moderator: true, by: "command" },
      });
    return { people, unfit: lower.filter((person) => !isFit(person)), added };
  });
  const nameOf = (id: number) => `${people.find((person) => person.id === id)?.nickname}（UID ${id}）`;
  for (const { id } of unfit) report.leave("旧论坛的版主被禁止访问，没有任命", nameOf(id));
  for (const { accountId } of added) report.tell("新任命的版主", nameOf(accountId));
  report.add("版主", added.length);
}

/** How many of these people a run would appoint in a section: not those who may not enter, nor who are that already. */
async function countFit({ services, tables }: ImportContext, sectionId: number, pairs: Pair[]) {
  const { database } = services;
  const at = services.now();
  const newUids = pairs.filter(({ accountId }) => accountId < 0).map(({ uid }) => uid);
  const fresh = (await tables.where("common_member", "uid", newUids))
    .filter((row) => !standing(row, at).bannedUntil)
    .map((row) => numberOf(row.uid));
  const known = await database
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        inArray(accounts.id, [0, ...pairs.map(({ accountId }) => accountId)]),
        eq(accounts.admin, false),
        isNull(accounts.closedAt),
        or(isNull(accounts.bannedUntil), lte(accounts.bannedUntil, at)),
        notExists(
          database
            .select()
            .from(moderators)
            .where(and(eq(moderators.sectionId, sectionId), eq(moderators.accountId, accounts.id))),
        ),
      ),
    );
  return new Set(fresh).size + known.length;
}

/**
 * Moderators of sections, and the board's super moderators in all of them.
 * @param sections the new ids of the sections by the old ones
 */
export async function importModerators(
  context: ImportContext,
  sections: ReadonlyMap<number, Imported>,
): Promise<void> {
  const pairs = await pairsOf(context, sections);
  const before = await importedOf(
    context.services.database,
    context.options.source,
    "moderator",
    pairs.map(keyOf),
  );
  const fresh = new Map<number, Pair[]>();
  for (const pair of pairs)
    if (!before.has(keyOf(pair))) fresh.set(pair.sectionId, [...(fresh.get(pair.sectionId) ?? []), pair]);
  for (const [sectionId, some] of fresh)
    if (context.options.isDryRun) context.report.add("版主", await countFit(context, sectionId, some));
    else await appoint(context, sectionId, some);
}

/**
 * Names the board's administrators who are none here, with the command that makes them one: a board's database is no
 * proof enough for the highest rank.
 */
export async function nameAdministrators(context: ImportContext): Promise<void> {
  const { services, options, report } = context;
  const rows = await membersWith(context, 1);
  const ids = await importedOf(
    services.database,
    options.source,
    "member",
    rows.map((row) => numberOf(row.uid)),
  );
  for (const row of rows) {
    const uid = numberOf(row.uid);
    const id = ids.get(uid)?.newId;
    if (id === undefined) {
      if (options.isDryRun) report.tell(candidates, `${textOf(row.username)}（旧编号 ${uid}）`);
      continue;
    }
    const [person] = await services.database
      .select({ nickname: accounts.nickname, closedAt: accounts.closedAt })
      .from(accounts)
      .where(and(eq(accounts.id, id), eq(accounts.admin, false)));
    if (person && !person.closedAt)
      report.tell(candidates, `npm run admin -- grant ${id}    ${person.nickname}（旧编号 ${uid}）`);
  }
}

const candidates = "旧论坛的管理员，这里还不是；核实后用命令任命";
