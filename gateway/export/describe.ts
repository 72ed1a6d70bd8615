import { is, type SQL, sql } from "drizzle-orm";
import { getTableConfig, PgArray, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { ContentTable } from "../files/storage/content";

/**
 * How the files of an export are described (files/): each says of every column of its table what it is called in a
 * line and what it means, or why it is left out. Types, and what a field refers to, are the column's.
 */

class Named {
  constructor(
    readonly name: string,
    readonly meaning: string,
    readonly isSecret = false,
  ) {}
}

class LeftOut {
  constructor(
    readonly why: string,
    readonly made?: SQL,
  ) {}
}

type Said = string | Named | LeftOut;

/** A column under another name: the one that calls have for it. */
export const named = (name: string, meaning: string) => new Named(name, meaning);

/** A column that is null in an export that was not asked for passwords. */
export const secret = (meaning: string) => new Named("", meaning, true);

/**
 * A column that is not in the export.
 * @param made its value at the import, for a column that needs one; `r` is the line
 */
export const leftOut = (why: string, made?: SQL) => new LeftOut(why, made);

/** A new random value of 22 characters, for a column with the secret of an address or the key of a form. */
export const madeKey = sql`rtrim(translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), '=')`;

export interface ExportField {
  name: string;
  column: PgColumn;
  meaning: string;
  /** Whether it is null unless the export was asked for passwords. */
  isSecret: boolean;
}

export interface ExportFile {
  /** With its ending, such as `topics.jsonl`. */
  name: string;
  about: string;
  table: PgTable;
  fields: ExportField[];
  leftOut: { column: PgColumn; why: string; made?: SQL }[];
  /** The rows that it has, where it has not all of them. */
  where?: SQL;
  /** Where the rows' contents are, which lie under `files/`. */
  content?: ContentTable;
}

type Columns<Table extends PgTable> = {
  [Key in keyof Table["_"]["columns"] as Table["_"]["columns"][Key]["_"]["generated"] extends {
    type: "always";
  }
    ? never
    : Key]: Said;
};

/** Describes the file of a table. Every column has to be named, so that a new one does not compile before it is. */
export function describeFile<Table extends PgTable>(
  name: string,
  table: Table,
  about: string,
  columns: Columns<Table>,
  further: Pick<ExportFile, "where" | "content"> = {},
): ExportFile {
  const descriptions = new Map(Object.entries(columns as Record<string, Said>));
  const file: ExportFile = { name: `${name}.jsonl`, about, table, fields: [], leftOut: [], ...further };
  for (const [key, column] of Object.entries(table as unknown as Record<string, PgColumn>)) {
    const of = descriptions.get(key);
    if (of === undefined) continue;
    if (of instanceof LeftOut) file.leftOut.push({ column, why: of.why, made: of.made });
    else if (typeof of === "string") file.fields.push({ name: key, column, meaning: of, isSecret: false });
    else file.fields.push({ name: of.name || key, column, meaning: of.meaning, isSecret: of.isSecret });
  }
  return file;
}

/** The names of a table's columns that make its primary key. */
export function keyOf({ table }: Pick<ExportFile, "table">): string[] {
  const { primaryKeys, columns } = getTableConfig(table);
  const own = columns.filter(({ primary }) => primary).map(({ name }) => name);
  return own.length > 0 ? own : (primaryKeys[0]?.columns.map(({ name }) => name) ?? []);
}

/** The column's type and whether it is a list. */
export function typeOf(column: PgColumn): { type: string; isList: boolean } {
  if (is(column, PgArray)) return { type: column.baseColumn.getSQLType(), isList: true };
  return { type: column.getSQLType(), isList: false };
}
