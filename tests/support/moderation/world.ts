import { getTableColumns, getTableName, is, sql, Table } from "drizzle-orm";
import type { Database } from "gateway/database/open";
import * as schema from "gateway/database/schema";

/** Tables that record moderators' actions and their effects: an undo adds rows to them. */
const records = new Set([
  ...["moderation_log", "moderation_batches", "moderation_items", "moderation_reasons"],
  ...["moderation_log_checkpoints", "notifications", "jobs", "sessions", "limits"],
]);

/**
 * Columns that only ever increase: the number of changes of a row, which triggers count, and the last day on which
 * somebody was seen, which another one begins while a test runs.
 */
const counted = new Set(["topics.version", "sections.version", "accounts.last_seen_day"]);
const visible: Record<string, string> = {
  // A lifted penalty stays in its person's record, but has no effect.
  penalties: "where lifted_at is null",
  // A counter at nothing is as good as none.
  topic_counts: "where topics > 0",
  daily_posts: "where posts > 0",
  tag_skills: "where posts > 0 or accepted > 0",
};

const tables = Object.values(schema)
  .flatMap((value: unknown) => (is(value, Table) ? [value] : []))
  .filter((table) => !records.has(getTableName(table)));

/**
 * Every row of the database, by its table, except the records of moderators' actions.
 * @param without columns (`table.column`) or tables that an undo does not restore
 */
export async function world(
  database: Database,
  without: readonly string[] = [],
): Promise<Map<string, string>> {
  const looked = tables.filter((table) => !without.includes(getTableName(table)));
  const parts = looked.map((table) => {
    const name = getTableName(table);
    const columns = Object.values(getTableColumns(table))
      .map((column) => column.name)
      .filter((column) => !counted.has(`${name}.${column}`) && !without.includes(`${name}.${column}`))
      .map((column) => sql`${`${column} `}::text || coalesce(${sql.identifier(column)}::text, '-')`);
    const where = sql.raw(visible[name] ?? "");
    return sql`select ${name}::text as name, coalesce(string_agg(line, E'\n' order by line), '') as rows
      from (select concat_ws(' | ', ${sql.join(columns, sql`, `)}) as line from ${table} ${where}) as lines`;
  });
  const { rows } = (await database.execute(sql.join(parts, sql` union all `))) as unknown as {
    rows: { name: string; rows: string }[];
  };
  return new Map(rows.map(({ name, rows: lines }) => [name, lines]));
}

/** The rows that differ, by their table. */
export const differing = (one: Map<string, string>, other: Map<string, string>) =>
  [...one].flatMap(([name, lines]) => {
    const [was, is] = [lines.split("\n"), (other.get(name) ?? "").split("\n")];
    const gone = was.filter((line) => !is.includes(line));
    const come = is.filter((line) => !was.includes(line));
    return gone.length + come.length === 0 ? [] : [{ name, gone, come }];
  });
