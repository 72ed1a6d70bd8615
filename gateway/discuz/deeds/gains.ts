import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { heatOf } from "../../forum/states/heat";
import { numberOf, type OldRow } from "../read/old-tables";
import { type ImportContext, isBefore } from "../write/import-context";

/** What likes, favourites and follows share. */

type Gain = Map<number, number>;
export const gainOf = (ids: readonly number[]): Gain => {
  const gain: Gain = new Map();
  for (const id of ids) gain.set(id, (gain.get(id) ?? 0) + 1);
  return gain;
};

/** The ids with their gains as a relation (id, gained). */
export const relation = (gain: Gain) =>
  sql`unnest(${sql.param([...gain.keys()])}::bigint[], ${sql.param([...gain.values()])}::int[]) as g (id, gained)`;

export const heatWith = (change: "likes" | "favorites") =>
  heatOf(
    {
      replies: sql`t.replies`,
      likes: change === "likes" ? sql`t.likes + g.gained` : sql`t.likes`,
      favorites: change === "favorites" ? sql`t.favorites + g.gained` : sql`t.favorites`,
      views: sql`t.views`,
    },
    sql`extract(epoch from t.created_at)`,
  );

/**
 * Whether a row was written after the latest one that came, and before this run. In that second no other can be
 * missing: it was over when the last run began. Rows without a time come as long as none with one has.
 */
export const isNewer = (context: Pick<ImportContext, "until">, row: OldRow, latest: number): boolean =>
  isBefore(context, row) && (latest === 0 || numberOf(row.dateline) > latest);

/** Whether a column has one of these ids, however many they are. */
export const isOneOf = (column: PgColumn, ids: readonly number[]) =>
  sql`${column} = any(${sql.param([...new Set(ids)])}::bigint[])`;

/** Somebody's deed on something. */
type Pair = readonly [accountId: number, targetId: number];
const keyOf = (pair: Pair) => pair.join(" ");

/** How many of these deeds are not among those that are here, nor among `seen`, which it adds them to. */
export function countFresh(pairs: readonly Pair[], present: readonly Pair[], seen = new Set<string>()) {
  const before = new Set(present.map(keyOf));
  let count = 0;
  for (const key of pairs.map(keyOf)) {
    if (before.has(key) || seen.has(key)) continue;
    seen.add(key);
    count += 1;
  }
  return count;
}
