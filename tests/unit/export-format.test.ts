import { existsSync, readFileSync } from "node:fs";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import * as schema from "gateway/database/schema";
import { exportFiles } from "gateway/export/files";
import { formatVersion } from "gateway/export/format";
import { leftOutTables } from "gateway/export/left-out";
import { isOptional, lineSchemaOf } from "gateway/export/line-schema";
import { describe, expect, it } from "vitest";
import { exportDocument, typeWordsOf } from "../support/export-document";

const tables = (Object.values(schema) as unknown[]).filter((one): one is PgTable => is(one, PgTable));

/** The types of all fields, by file and name. */
const format = Object.fromEntries(
  exportFiles.map((file) => [
    file.name,
    Object.fromEntries(file.fields.map(({ name, column }) => [name, typeWordsOf(column)])),
  ]),
);
type Format = typeof format;

/** The fields that lines of an earlier format lack and lines now have to have: they could not be read any more. */
const requiredSince = (then: Format): string[] =>
  exportFiles.flatMap((file) => {
    const known = then[file.name];
    const required = file.fields.filter(({ name, column }) => !known?.[name] && !isOptional(file, column));
    return known ? required.map(({ name }) => `${file.name} ${name}`) : [];
  });

describe("the format of an export", () => {
  it("has every table of the schema, or says why not", () => {
    const decided = [...exportFiles.map(({ table }) => table), ...leftOutTables.map(([table]) => table)];
    expect(
      decided.map(getTableName).sort(),
      "a new table is described in a file of gateway/export/files/, or gateway/export/left-out.ts says why not",
    ).toEqual(tables.map(getTableName).sort());
  });

  it("says of every column what it is", () => {
    for (const file of exportFiles) {
      const stored = Object.values(getTableColumns(file.table)).filter((column) => !column.generated);
      const said = [...file.fields, ...file.leftOut].map(({ column }) => column.name);
      expect(said.sort(), file.name).toEqual(stored.map(({ name }) => name).sort());
      expect(file.about, file.name).not.toBe("");
      // A column without a value of its own needs one at the import.
      for (const { column, made } of file.leftOut)
        expect(made !== undefined || !column.notNull || column.hasDefault, column.name).toBe(true);
      // Throws for a name that is there twice, and for a type that lines cannot have.
      expect(Object.keys(lineSchemaOf(file).shape).length).toBeGreaterThan(0);
    }
  });

  /**
   * tests/fixtures/export-format-N.json has the format of each version. When something is added, raise `formatVersion`
   * and write the next one: nothing may change or go.
   */
  it("only ever grows", () => {
    for (let version = 1; version <= formatVersion; version += 1) {
      const file = `tests/fixtures/export-format-${version}.json`;
      expect(existsSync(file), file).toBe(true);
      const then = JSON.parse(readFileSync(file, "utf8")) as Format;
      if (version === formatVersion)
        expect(format, `${file} is written by hand: what is new in the format is added to it`).toEqual(then);
      else expect(format).toMatchObject(then);
      expect(requiredSince(then), file).toEqual([]);
    }
    const { title: _, ...topics } = format["topics.jsonl"] ?? {};
    expect(requiredSince({ ...format, "topics.jsonl": topics })).toEqual(["topics.jsonl title"]);
  });

  it("is the one that docs/export-fields.md describes", async () => {
    await expect(
      exportDocument(),
      "npx vitest run --project unit tests/unit/export-format.test.ts -u writes it",
    ).toMatchFileSnapshot("../../docs/export-fields.md");
  });
});
