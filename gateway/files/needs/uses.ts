import { setImmediate } from "node:timers/promises";
import { and, asc, getTableName, inArray, lt, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../database/open";
import { files, uploads } from "../../database/schema";
import type { Domain } from "../../server/domain";

/** The number of rows in one statement. */
const atOnce = 100;

/** A pattern for a file's name and for the beginning of an attachment's address, for PostgreSQL and JavaScript. */
const naming = "[0-9a-f]{32}[.][a-z]{2,4}|/gateway/attachments/[0-9]{1,9}";

/** The files that texts name: by storage name, or by the id of the upload. */
interface NamedFiles {
  names: string[];
  uploadIds: number[];
}

function sorted(found: Iterable<string>): NamedFiles {
  const all = [...new Set(found)];
  const isAddress = (text: string) => text.startsWith("/");
  return {
    names: all.filter((text) => !isAddress(text)),
    uploadIds: all.filter(isAddress).map((text) => Number(text.slice(text.lastIndexOf("/") + 1))),
  };
}

/** The condition for the rows of `files` that are named. It has one parameter for any number of names. */
function isNamed({ names, uploadIds }: NamedFiles): SQL {
  const each = (values: unknown[]) => sql`json_array_elements_text(${JSON.stringify(values)}::json)`;
  const uploaded = sql`(select ${uploads.fileName} from ${uploads} where ${uploads.id} in (select value::integer from ${each(uploadIds)}))`;
  return sql`(${files.name} in (select ${each(names)}) or ${files.name} in ${uploaded})`;
}

const nothing = ({ names, uploadIds }: NamedFiles) => names.length + uploadIds.length === 0;

/** All columns that may name a stored file. A file that none of them names is deleted. */
export const fileColumnsOf = (domains: readonly Domain[]): PgColumn[] =>
  domains.flatMap(({ fileColumns = [] }) => fileColumns);

/** The tables with columns that may name files, in the order of the scan. */
function placesOf(domains: readonly Domain[]) {
  const naming = fileColumnsOf(domains);
  return [...new Set(naming.map(({ table }) => table))].map((table) => {
    const { columns, primaryKeys } = getTableConfig(table);
    return {
      name: getTableName(table),
      table,
      key: primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary),
      fileColumns: naming.filter((column) => column.table === table),
    };
  });
}

/** A position in the scan of all texts: the table and its last scanned row. */
export interface Place {
  table: string;
  after: (string | number)[] | null;
}

const list = (parts: readonly unknown[]) =>
  sql.join(
    parts.map((part) => sql`${part}`),
    sql`, `,
  );

/**
 * Scans everything that may name a file, in stretches of rows, and yields the named files of each.
 * @param from the position of an interrupted scan
 */
export async function* fileUses(
  domains: readonly Domain[],
  database: Database,
  from: Place | null = null,
): AsyncGenerator<NamedFiles & { place: Place }> {
  const places = placesOf(domains);
  const first = Math.max(
    0,
    places.findIndex(({ name }) => name === from?.table),
  );
  for (const { name, table, key, fileColumns } of places.slice(first)) {
    let after = name === from?.table ? from.after : null;
    for (let more = true; more; ) {
      const text = sql`concat_ws(E'\n', ${list(fileColumns)})`;
      const rows = await database
        .select({
          key: sql<(string | number)[]>`json_build_array(${list(key)})`,
          found: sql<
            string[] | null
          >`(select json_agg(distinct match[1]) from regexp_matches(${text}, ${`(${naming})`}, 'g') as match)`,
        })
        .from(table as PgTable)
        .where(after ? sql`(${list(key)}) > (${list(after)})` : undefined)
        .orderBy(...key.map((column) => asc(column)))
        .limit(atOnce);
      after = rows.at(-1)?.key ?? after;
      more = rows.length === atOnce;
      yield { ...sorted(rows.flatMap(({ found }) => found ?? [])), place: { table: name, after } };
      // The embedded database never yields to the event loop, so other requests would have to wait.
      await setImmediate();
    }
  }
}

/** The files among these that nothing names. */
export async function unusedOf(
  domains: readonly Domain[],
  database: Database,
  names: string[],
): Promise<string[]> {
  const unused = new Set(names);
  if (unused.size === 0) return [];
  for await (const uses of fileUses(domains, database)) {
    if (nothing(uses)) continue;
    const found = await database.select({ name: files.name }).from(files).where(isNamed(uses));
    for (const { name } of found) unused.delete(name);
  }
  return [...unused];
}

/**
 * Records a time of use for the files, if it is later than the recorded one.
 * @param before restricts this to files with an earlier last use, because a purge does not concern others
 */
export async function keepNeeded(
  database: Database,
  uses: NamedFiles,
  at: Date | SQL,
  before: Date | SQL,
): Promise<void> {
  if (nothing(uses)) return;
  await database
    .update(files)
    .set({ neededAt: at })
    .where(and(lt(files.neededAt, before), isNamed(uses)));
}

/**
 * Records the use of a text's files, in the transaction that writes the text, so that a purge which scanned this row
 * earlier does not delete them. One record within an hour is enough.
 */
export async function needFiles(database: Database, ...texts: string[]): Promise<void> {
  const found = texts.flatMap((text) => text.match(new RegExp(naming, "g")) ?? []);
  await keepNeeded(database, sorted(found), sql`now()`, sql`now() - interval '1 hour'`);
}

/**
 * Deletes files with their uploads, except files that were used again since. @returns the number of deleted files
 */
export async function removeFiles(database: Database, names: string[], neededBefore: Date): Promise<number> {
  if (names.length === 0) return 0;
  const locked = await database
    .select({ name: files.name })
    .from(files)
    .where(and(inArray(files.name, names), lt(files.neededAt, neededBefore)))
    .orderBy(asc(files.name))
    .for("update");
  const unusedNames = locked.map(({ name }) => name);
  await database.delete(uploads).where(inArray(uploads.fileName, unusedNames));
  await database.delete(files).where(inArray(files.name, unusedNames));
  return unusedNames.length;
}
