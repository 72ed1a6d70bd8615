import { and, type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Database } from "../../database/open";
import { topics } from "../../database/schema";
import { keep } from "../../server/answers";

/**
 * The number of topics between two anchors of a list. Nearer to an end than this, a query counts positions from that
 * end.
 */
export const anchorSpacing = 1_000;
/** Deep pages of a long list may be a minute old. */
const anchorSeconds = 60;

const dialect = new PgDialect();

/** The columns that a list is sorted by, before the id. */
export const orderColumns = {
  reply: topics.activeAt,
  new: topics.publishedAt,
  views: topics.views,
  heat: topics.heat,
} as const;

/**
 * The condition for the rows after position `offset` (a multiple of the spacing) of a list. The index scan starts
 * there instead of at the top, so that a page costs the same at any depth. One query reads all anchors of a list, and
 * the cache keeps them for a minute. Null where the list has become shorter.
 */
export async function afterAnchor(
  database: Database,
  list: { conditions: SQL[]; order: keyof typeof orderColumns },
  offset: number,
): Promise<SQL | null> {
  const column = orderColumns[list.order];
  const where = and(...list.conditions) ?? sql`true`;
  const { sql: text, params } = dialect.sqlToQuery(where);
  const anchors = await keep(
    { database, now: () => new Date() },
    ["anchors", list.order, text, params],
    { seconds: anchorSeconds },
    async () => {
      const place =
        sql<number>`row_number() over (order by ${column} desc nulls last, ${topics.id} desc nulls last)`.as(
          "place",
        );
      const numbered = database
        .select({ value: sql`${column}`.as("value"), id: topics.id, place })
        .from(topics)
        .where(where)
        .as("numbered");
      // The cache must hold the awaited result: a query object would run again for every caller.
      return await database
        .select({ value: sql<string>`${numbered.value}::text`, id: numbered.id })
        .from(numbered)
        .where(sql`${numbered.place} % ${anchorSpacing} = 0`)
        .orderBy(numbered.place);
    },
  );
  const anchor = anchors[offset / anchorSpacing - 1];
  return anchor
    ? sql`(${column}, ${topics.id}) < (${anchor.value}::${sql.raw(column.getSQLType())}, ${anchor.id}::int)`
    : null;
}
