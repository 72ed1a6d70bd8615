import { getTableName, sql } from "drizzle-orm";
import type { Database } from "./open";
import type { posts, topics } from "./schema";

/**
 * The id of a row that is about to be inserted, for a row that names its own: a text's search document does. A document
 * that is written afterwards is a second version of the row, in every index. Call it under the topic's lock, so that
 * the ids of a topic's posts rise with their order.
 */
export async function reserveId(database: Database, table: typeof posts | typeof topics): Promise<number> {
  const { rows } = (await database.execute(
    sql`select nextval(pg_get_serial_sequence(${getTableName(table)}, 'id'))::text as id`,
  )) as unknown as { rows: [{ id: string }] };
  return Number(rows[0].id);
}
