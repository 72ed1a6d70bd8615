import { catalogueKinds } from "contract/search/constants";
import { sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { type Levels, newestMatching } from "./candidates";
import { catalogueTables } from "./index/catalogue";
import type { SearchQuery, Term } from "./query";

/**
 * Whether a topic or an entry of the catalogue contains a word. All queries use indexes.
 */
async function standsSomewhere(database: Database, now: Date, word: Term): Promise<boolean> {
  const topics = await newestMatching(database, now, word.match(""), 1, async (tsquery) => {
    // The subquery's `offset 0` makes PostgreSQL use the word index (as in candidates.ts).
    const { rows } = (await database.execute(
      sql`select 1 from (select 1 from topics where search @@ ${tsquery}::tsquery and listed offset 0) as found limit 1`,
    )) as unknown as { rows: object[] };
    return rows;
  });
  if (topics.length > 0) return true;
  const tables = catalogueKinds.map(
    (kind) =>
      sql`exists (select 1 from ${catalogueTables[kind]} where search @@ ${word.match("")}::tsquery and delisted_at is null)`,
  );
  const { rows } = (await database.execute(
    sql`select ${sql.join(tables, sql` or `)} as held`,
  )) as unknown as {
    rows: [{ held: boolean }];
  };
  return rows[0].held;
}

/**
 * Whether more than half of the required words exist nowhere. Then texts with the other words are about something else,
 * and the search returns no results. Words in the found rows need no further query.
 * @param rows the places of the query's parts in the found rows
 */
export async function isNonsense(
  { database, now, query }: { database: Database; now: Date; query: SearchQuery },
  rows: readonly Levels[],
): Promise<boolean> {
  const required = query.terms.filter((term) => term.required).length;
  const absent = query.terms.filter(
    (term, part) => term.required && !rows.some((levels) => (levels[part] ?? 0) > 0),
  );
  if (2 * absent.length <= required) return false;
  const found = await Promise.all(absent.map((word) => standsSomewhere(database, now, word)));
  return 2 * found.filter((somewhere) => !somewhere).length > required;
}
