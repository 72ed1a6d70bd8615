import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, follows, sections } from "../../database/schema";
import { transact } from "../../database/transact";
import { batchesOf, numberOf, timeOf } from "../read/old-tables";
import { chunksOf, type ImportContext, keepNumber, keptNumber } from "../write/import-context";
import { plannedMembers } from "../write/write-members";
import { countFresh, gainOf, isNewer, isOneOf, relation } from "./gains";

export type Follow = { accountId: number; kind: "user" | "section"; targetId: number; createdAt: Date };

/** Writes follows and counts the new ones. */
export async function writeFollows(database: Database, values: Follow[]): Promise<number> {
  if (values.length === 0) return 0;
  const inserted: (typeof follows.$inferSelect)[] = [];
  for (const some of chunksOf(values))
    inserted.push(...(await database.insert(follows).values(some).onConflictDoNothing().returning()));
  const people = inserted.filter(({ kind }) => kind === "user");
  const add = async (table: typeof accounts | typeof sections, column: string, ids: number[]) => {
    const name = sql.identifier(column);
    if (ids.length > 0)
      await database.execute(
        sql`update ${table} as f set ${name} = f.${name} + g.gained from ${relation(gainOf(ids))} where f.id = g.id`,
      );
  };
  await add(
    accounts,
    "following",
    people.map(({ accountId }) => accountId),
  );
  await add(
    accounts,
    "followers",
    people.map(({ targetId }) => targetId),
  );
  await add(
    sections,
    "followers",
    inserted.filter(({ kind }) => kind === "section").map(({ targetId }) => targetId),
  );
  return inserted.length;
}

/** How many follows `writeFollows` would write, all of one kind. @param seen those that were counted before */
export async function countFollows(
  database: Database,
  values: readonly Follow[],
  seen: Set<string>,
): Promise<number> {
  const [first] = values;
  if (!first) return 0;
  const isOfThese = isOneOf(
    follows.accountId,
    values.map(({ accountId }) => accountId),
  );
  const present = await database
    .select({ accountId: follows.accountId, targetId: follows.targetId })
    .from(follows)
    .where(and(eq(follows.kind, first.kind), isOfThese));
  return countFresh(
    values.map(({ accountId, targetId }) => [accountId, targetId]),
    present.map(({ accountId, targetId }) => [accountId, targetId]),
    seen,
  );
}

/** Friends and people who are listened to become followed people. */
export async function importFollows(context: ImportContext): Promise<void> {
  const { services, tables, options, report } = context;
  const { database } = services;
  const seen = new Set<string>();
  for (const [table, other] of [
    ["home_friend", "fuid"],
    ["home_follow", "followuid"],
  ] as const) {
    if (!(await tables.has(table))) continue;
    const until = (await keptNumber(database, options.source, `${table}Until`)) ?? 0;
    let latest = until;
    for await (const rows of batchesOf(tables, "common_member", "uid", 500)) {
      const all = await tables.where(
        table,
        "uid",
        rows.map((row) => numberOf(row.uid)),
      );
      const found = all.filter((row) => isNewer(context, row, until));
      const members = await plannedMembers(
        context,
        found.flatMap((row) => [numberOf(row.uid), numberOf(row[other])]),
      );
      const values = found.flatMap((row): Follow[] => {
        latest = Math.max(latest, numberOf(row.dateline));
        const [accountId, targetId] = [
          members.get(numberOf(row.uid))?.newId,
          members.get(numberOf(row[other]))?.newId,
        ];
        if (accountId === undefined || targetId === undefined || accountId === targetId) return [];
        return [{ accountId, kind: "user", targetId, createdAt: timeOf(row.dateline) }];
      });
      report.add(
        "关注",
        options.isDryRun
          ? await countFollows(database, values, seen)
          : await transact(database, (inside) => writeFollows(inside, values)),
      );
    }
    if (!options.isDryRun) await keepNumber(database, options.source, `${table}Until`, latest);
  }
}
