import { setImmediate } from "node:timers/promises";
import { and, asc, getTableName, inArray, lt, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../database/open";
import { files, uploads } from "../../database/schema";
import type { Domain } from "../../server/domain";

/** Rows looked at in one statement. */
const atOnce = 100;

/** The name of a file, and what the address of an attachment begins with, for PostgreSQL and for here. */
const naming = "[0-9a-f]{32}[.][a-z]{2,4}|/gateway/attachments/[0-9]{1,9}";

/** Files as texts name them: by their names, and by the ids of uploads. */
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

/** The rows of `files` that are named: by one parameter, however much a text names. */
function isNamed({ names, uploadIds }: NamedFiles): SQL {
  const each = (values: unknown[]) => sql`json_array_elements_text(${JSON.stringify(values)}::json)`;
  const uploaded = sql`(select ${uploads.fileName} from ${uploads} where ${uploads.id} in (select value::integer from ${each(uploadIds)}))`;
  return sql`(${files.name} in (select ${each(names)}) or ${files.name} in ${uploaded})`;
}

const nothing = ({ names, uploadIds }: NamedFiles) => names.length + uploadIds.length === 0;

/** Every column in which a stored file may be named: a file that none of them names is deleted. */
export const fileColumnsOf = (domains: readonly Domain[]): PgColumn[] =>
  domains.flatMap(({ fileColumns = [] }) => fileColumns);

/** The tables that have columns in which files may be named, in the order in which they are looked through. */
function placesOf(domains: readonly Domain[]) {
  const naming = fileColumnsOf(domains);
  return [...new Set(naming.map(({ table }) => table))].map((table) => {
    const { columns, primaryKeys } = getTableConfig(table);
    return {
      name: getTableName(table),
      table,
      key: primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary),
      named: naming.filter((column) => column.table === table),
    };
  });
}

/** How far a look through all texts is: the row of a table after which it goes on. */
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
 * Looks through everything that may name a file, a stretch of rows at a time, and gives what each one names.
 * @param from where a look before was interrupted
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
  for (const { name, table, key, named } of places.slice(first)) {
    let after = name === from?.table ? from.after : null;
    for (let more = true; more; ) {
      const text = sql`concat_ws(E'\n', ${list(named)})`;
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
      // On the embedded database nothing else lets the thread's other work have its turn.
      await setImmediate();
    }
  }
}

/** Of these files, those that nothing names. */
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
 * Keeps that the files were needed at a time, where that is later than what is kept.
 * @param before only files that were needed last before this: a purge has no business with others
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
 * Keeps that the files are needed which a text names, in the transaction that writes it: a purge that has
 * looked at the text's place before leaves them alone. Within the hour once is enough.
 */
export async function needFiles(database: Database, ...texts: string[]): Promise<void> {
  const found = texts.flatMap((text) => text.match(new RegExp(naming, "g")) ?? []);
  await keepNeeded(database, sorted(found), sql`now()`, sql`now() - interval '1 hour'`);
}

/**
 * Deletes files with the uploads that are of them; those stay that somebody has needed since. @returns how
 * many are gone.
 */
export async function removeFiles(database: Database, names: string[], neededBefore: Date): Promise<number> {
  if (names.length === 0) return 0;
  const locked = await database
    .select({ name: files.name })
    .from(files)
    .where(and(inArray(files.name, names), lt(files.neededAt, neededBefore)))
    .orderBy(asc(files.name))
    .for("update");
  const gone = locked.map(({ name }) => name);
  await database.delete(uploads).where(inArray(uploads.fileName, gone));
  await database.delete(files).where(inArray(files.name, gone));
  return gone.length;
}
