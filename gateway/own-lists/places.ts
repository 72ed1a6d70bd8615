import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { ownListItems, ownLists } from "../database/schema";
import { found } from "../server/refusal";
import { itemOf } from "./find-list";

/** The ids with one of them moved one place; at the end of the order nothing changes. */
function moved(ids: number[], id: number, up: boolean): number[] {
  const at = ids.indexOf(id);
  const to = up ? at - 1 : at + 1;
  const other = ids[to];
  if (at < 0 || other === undefined) return ids;
  return ids.map((each, place) => (place === at ? other : place === to ? id : each));
}

/** Writes the order of rows anew: a table's rows with these ids get the positions 0, 1, … */
const placed = (table: typeof ownLists | typeof ownListItems, ids: number[]) => sql`
  update ${table} as own set position = place.at::int - 1
  from unnest(${sql.param(ids)}::bigint[]) with ordinality as place (id, at)
  where own.id = place.id and own.position <> place.at - 1`;

/** Moves a list of the account one place up or down. */
export async function moveList(
  database: Database,
  accountId: number,
  { id, up }: { id: number; up: boolean },
): Promise<void> {
  const rows = await database
    .select({ id: ownLists.id })
    .from(ownLists)
    .where(eq(ownLists.accountId, accountId))
    .orderBy(asc(ownLists.position), asc(ownLists.id))
    .for("update");
  const ids = rows.map((row) => row.id);
  found(ids.includes(id) ? id : null, "LIST_NOT_FOUND");
  await database.execute(placed(ownLists, moved(ids, id, up)));
}

/** Moves a thing of a locked list one place up or down among those of its kind. */
export async function moveItem(
  database: Database,
  listId: number,
  { item, up }: { item: number; up: boolean },
): Promise<void> {
  const { kind } = await itemOf(database, listId, item);
  const rows = await database
    .select({ id: ownListItems.id })
    .from(ownListItems)
    .where(and(eq(ownListItems.listId, listId), eq(ownListItems.kind, kind)))
    .orderBy(asc(ownListItems.position), asc(ownListItems.id));
  await database.execute(
    placed(
      ownListItems,
      moved(
        rows.map((row) => row.id),
        item,
        up,
      ),
    ),
  );
}
