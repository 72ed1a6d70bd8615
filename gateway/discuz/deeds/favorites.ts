import { and, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, favorites, topics } from "../../database/schema";
import { transact } from "../../database/transact";
import { numberOf, type OldRow, textOf, timeOf } from "../read/old-tables";
import {
  beforeBound,
  type ImportContext,
  importedOf,
  keepNumber,
  keptNumber,
  recordImported,
} from "../write/import-context";
import { plannedSections } from "../write/sections";
import { plannedMembers } from "../write/write-members";
import { firstPosts } from "./first-posts";
import { countFollows, type Follow, writeFollows } from "./follows";
import { countFresh, gainOf, heatWith, isOneOf, relation } from "./gains";

type Favorite = { accountId: number; topicId: number; createdAt: Date };

async function writeFavorites(database: Database, values: Favorite[]): Promise<number> {
  if (values.length === 0) return 0;
  const inserted = await database.insert(favorites).values(values).onConflictDoNothing().returning();
  if (inserted.length === 0) return 0;
  await database.execute(sql`
    update ${topics} as t set favorites = t.favorites + g.gained, heat = ${heatWith("favorites")}
    from ${relation(gainOf(inserted.map(({ topicId }) => topicId)))} where t.id = g.id`);
  await database.execute(sql`
    update ${accounts} as a set favorites = a.favorites + g.gained
    from ${relation(gainOf(inserted.map(({ accountId }) => accountId)))} where a.id = g.id`);
  return inserted.length;
}

async function countFavorites(database: Database, values: Favorite[], seen: Set<string>): Promise<number> {
  const present = await database
    .select({ accountId: favorites.accountId, topicId: favorites.topicId })
    .from(favorites)
    .where(
      and(
        isOneOf(
          favorites.topicId,
          values.map(({ topicId }) => topicId),
        ),
        isOneOf(
          favorites.accountId,
          values.map(({ accountId }) => accountId),
        ),
      ),
    );
  return countFresh(
    values.map(({ accountId, topicId }) => [accountId, topicId]),
    present.map(({ accountId, topicId }) => [accountId, topicId]),
    seen,
  );
}

/** The kind under which favourites are noted that came while others had to wait for their topics. */
const singlyKind = "favorite";

/** Some favourites as they come: of topics, and of sections, which their owners follow. */
async function deedsOf(context: ImportContext, rows: OldRow[]) {
  const of = (type: string) => rows.filter((row) => textOf(row.idtype) === type);
  const idsOf = (some: OldRow[]) => some.map((row) => numberOf(row.id));
  const members = await plannedMembers(
    context,
    rows.map((row) => numberOf(row.uid)),
  );
  const firsts = await firstPosts(context, idsOf(of("tid")));
  const sections = await plannedSections(context, idsOf(of("fid")));
  const pairs = (some: OldRow[], targetOf: (id: number) => number | undefined) =>
    some.flatMap((row) => {
      const [accountId, target] = [members.get(numberOf(row.uid))?.newId, targetOf(numberOf(row.id))];
      if (accountId === undefined || target === undefined) return [];
      return [{ favid: numberOf(row.favid), accountId, target, createdAt: timeOf(row.dateline) }];
    });
  return {
    topics: pairs(of("tid"), (id) => firsts.get(id)?.topicId),
    sections: pairs(of("fid"), (id) => sections.get(id)?.newId),
  };
}

/** Brings the favourites of topics, and those of sections as follows. */
export async function importFavorites(context: ImportContext): Promise<void> {
  const { services, tables, options, report } = context;
  const { database } = services;
  if (!(await tables.has("home_favorite"))) return;
  const seen = { topics: new Set<string>(), sections: new Set<string>() };
  for (let above = (await keptNumber(database, options.source, "favoriteUpTo")) ?? 0; ; ) {
    const rows = beforeBound(context, await tables.after("home_favorite", "favid", above, 500));
    if (rows.length === 0) return;
    above = numberOf(rows.at(-1)?.favid);
    for (const row of rows)
      if (!["tid", "fid"].includes(textOf(row.idtype)))
        report.leave("主题和版块以外的收藏没有带来", `${textOf(row.idtype)} ${numberOf(row.id)}`);
    const favids = rows.map((row) => numberOf(row.favid));
    const before = await importedOf(database, options.source, singlyKind, favids);
    const found = await deedsOf(
      context,
      rows.filter((row) => !before.has(numberOf(row.favid))),
    );
    const kept = found.topics.map(({ target, accountId, createdAt }) => ({
      accountId,
      topicId: target,
      createdAt,
    }));
    const followed = found.sections.map(
      ({ target, accountId, createdAt }): Follow => ({
        accountId,
        kind: "section",
        targetId: target,
        createdAt,
      }),
    );
    if (options.isDryRun) {
      report.add("收藏", await countFavorites(database, kept, seen.topics));
      report.add("关注", await countFollows(database, followed, seen.sections));
      continue;
    }
    await transact(database, async (inside) => {
      report.add("收藏", await writeFavorites(inside, kept));
      report.add("关注", await writeFollows(inside, followed));
      if (options.since === null) await keepNumber(inside, options.source, "favoriteUpTo", above);
      // Others wait for topics that stayed behind because of their age.
      else
        await recordImported(
          inside,
          options.source,
          singlyKind,
          [...found.topics, ...found.sections].map(({ favid, target }) => ({ oldId: favid, newId: target })),
        );
    });
  }
}
