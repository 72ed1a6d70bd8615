import { getTableName } from "drizzle-orm";
import { getTableConfig, type PgColumn } from "drizzle-orm/pg-core";
import { type ExportFile, keyOf, typeOf } from "gateway/export/describe";
import { exportFiles } from "gateway/export/files";
import { leftOutTables } from "gateway/export/left-out";

/** What the document calls the types of the database. */
const words: Record<string, string> = {
  integer: "whole number",
  bigint: "whole number",
  serial: "whole number",
  bigserial: "whole number",
  "double precision": "number",
  boolean: "true or false",
  jsonb: "JSON",
  date: "day",
};

/** A column's type in words, such as `list of text` or `time or null`; without the values that it may have. */
export function typeWordsOf(column: PgColumn): string {
  const { type, isList } = typeOf(column);
  const plain = type.startsWith("timestamp") ? "time" : (words[type] ?? type);
  return `${isList ? "list of " : ""}${plain}${column.notNull ? "" : " or null"}`;
}

/** The same with the values: `"off", "daily", "weekly"`. */
function wordsOf(column: PgColumn): string {
  const values = column.enumValues?.map((value) => `\`${value}\``).join(", ");
  return values ? typeWordsOf(column).replace("text", values) : typeWordsOf(column);
}

/** The names of fields by the columns that they are of. */
const fieldNames = new Map(
  exportFiles.flatMap((file) =>
    file.fields.map(({ name, column }) => [
      `${getTableName(file.table)}.${column.name}`,
      `${file.name.replace(".jsonl", "")}.${name}`,
    ]),
  ),
);

/** The fields that a file's fields refer to, by their columns. */
function referencesOf({ table }: ExportFile): Map<string, string> {
  const references = new Map<string, string>();
  for (const key of getTableConfig(table).foreignKeys) {
    const { columns, foreignTable, foreignColumns } = key.reference();
    const [own, other] = [columns[0], foreignColumns[0]];
    const name = fieldNames.get(`${getTableName(foreignTable)}.${other?.name}`);
    if (own && name) references.set(own.name, name);
  }
  return references;
}

const cell = (text: string) => text.replace(/\|/g, "\\|");

function sectionOf(file: ExportFile): string {
  const references = referencesOf(file);
  const key = keyOf(file);
  const rows = file.fields.map(({ name, column, meaning }) => {
    const shown = key.includes(column.name) ? `**${name}**` : name;
    return `| ${shown} | ${cell(wordsOf(column))} | ${references.get(column.name) ?? ""} | ${cell(meaning)} |`;
  });
  if (file.content)
    rows.push(
      "| content | text or null | | the SHA-256 of its bytes, which are `files/XX/SHA-256` (XX: its first two digits); null for a file that was lost |",
      "| contentBytes | whole number | | how many bytes |",
    );
  const left = file.leftOut.map(({ column, why }) => `${column.name} (${why})`);
  const without = left.length > 0 ? `\n\nNot in it: ${left.join(", ")}.` : "";
  return `## ${file.name}\n\n${file.about}\n\n| field | type | refers to | meaning |\n|---|---|---|---|\n${rows.join("\n")}${without}`;
}

/** docs/export-fields.md, from the descriptions by which exports are written and read. */
export function exportDocument(): string {
  const without = leftOutTables.map(([table, why]) => `| ${getTableName(table)} | ${why} |`);
  return `# Fields of an export

Every file of [an export](export.md) and every field of its lines. Written by
\`npx vitest run --project unit tests/unit/export-format.test.ts -u\`. Fields in bold make a line's key: no two lines have the same. A line may lack
a field that may be null, and then it is null. Times are \`2026-01-02T03:04:05.678Z\`, in UTC; days \`2026-01-02\`.

${exportFiles.map(sectionOf).join("\n\n")}

## What is not in an export

| table | why |
|---|---|
${without.join("\n")}
`;
}
