import type { CallInput, CallResponse } from "contract";
import { fileProblemsMost, tableWrittenMost } from "contract/content/constants";
import type { TypedRow } from "contract/content/tables";
import { and, eq, sql } from "drizzle-orm";
import { contentPieces, contentVersions } from "../../database/schema";
import { accountOf, type CallContext } from "../../server/context";
import { cellText } from "./reading/cells";
import { type ChangedCell, type ChangedRow, type Compared, compareRows, nowhere } from "./reading/compare";
import type { ProductTable } from "./reading/table";
import { packBase, standingTable } from "./standing";

export interface Plan {
  answer: CallResponse<"checkContentTable">;
  /** The cells to write, by product. */
  writes: Map<string, Record<string, ChangedCell>>;
}

type Params = Record<string, unknown>;

/** What the bodies said that these rows were filled from; nothing of those that are not known any more. */
async function filledFrom(
  { database }: CallContext,
  rows: (ChangedRow & { base: string })[],
): Promise<Map<string, Params>> {
  if (rows.length === 0) return new Map();
  const keys = rows.map(({ key }) => key);
  // What stood before anybody edited it is the first version.
  const versions = rows.map(({ base }) => (base.startsWith("v") ? Number(base.slice(1)) : 1));
  const found = await database
    .select({
      key: contentVersions.key,
      version: contentVersions.version,
      origin: contentVersions.origin,
      body: contentVersions.body,
      fingerprint: contentPieces.packFingerprint,
    })
    .from(contentVersions)
    .innerJoin(
      contentPieces,
      and(eq(contentPieces.kind, contentVersions.kind), eq(contentPieces.key, contentVersions.key)),
    )
    .where(
      and(
        eq(contentVersions.kind, "products"),
        sql`(${contentVersions.key}, ${contentVersions.version}) in
          (select * from unnest(${sql.param(keys)}::text[], ${sql.param(versions)}::int[]))`,
      ),
    );
  const bases = new Map(rows.map(({ key, base }) => [key, base]));
  return new Map(
    found.flatMap(({ key, version, origin, body, fingerprint }) => {
      const base = bases.get(key);
      const isIt =
        base === `v${version}` ||
        (origin === "pack" && fingerprint !== null && base === packBase(fingerprint));
      return isIt ? [[key, (body.params ?? {}) as Params]] : [];
    }),
  );
}

/** Whether a cell leaves a value as it was when the table was filled. */
const isLeft = ({ text, typed }: ChangedCell, was: string) => text === was || typed === was.trim();

/** A file has the time of a text of so many characters at most. */
const fileReadAs = 50_000;

/** Compares what is asked for with what stands; of a file in a thread. */
async function compared(
  context: CallContext,
  table: ProductTable,
  { rows, file, workbook }: { rows: TypedRow[]; file?: string | undefined; workbook?: string | undefined },
): Promise<Compared> {
  if (workbook !== undefined) {
    const content = new Uint8Array(Buffer.from(workbook, "base64"));
    return context.texts.run("readWorkbook", { content, table }, fileReadAs, accountOf(context).id);
  }
  if (file === undefined) return compareRows(table, rows);
  // The largest file takes a second: the time of a text of so many characters would keep the thread for minutes.
  const length = Math.min(file.length, fileReadAs);
  return context.texts.run("readTable", { file, table }, length, accountOf(context).id);
}

/**
 * What rows or a file would change. A cell that is as the row was filled, though somebody changed it since, keeps their
 * value; one that both changed is a conflict. Throws CONTENT_NOT_FOUND for a class that is not there.
 */
export async function planTable(
  context: CallContext,
  {
    class: id,
    rows = [],
    file,
    workbook,
  }: Pick<CallInput<"checkContentTable">, "class" | "file" | "workbook"> & { rows?: TypedRow[] },
): Promise<Plan> {
  const keys = file === undefined && workbook === undefined ? { keys: rows.map(({ key }) => key) } : {};
  const table = await standingTable(context, { class: Number(id), ...keys });
  const { changed, problems, more, total } = await compared(context, table, { rows, file, workbook });
  const products = new Map(table.products.map((product) => [product.key, product]));
  const older = changed.filter(
    (row): row is ChangedRow & { base: string } =>
      row.base !== undefined && row.base !== products.get(row.key)?.base,
  );
  const bases = await filledFrom(context, older);
  const writes: Plan["writes"] = new Map();
  const changes: Plan["answer"]["changes"] = [];
  for (const row of changed) {
    const product = products.get(row.key);
    if (!product) continue;
    const { values: stands, ...named } = product;
    const isOlder = row.base !== undefined && row.base !== product.base;
    const was = bases.get(row.key);
    const fields: (typeof changes)[number]["fields"] = [];
    const cells: Record<string, ChangedCell> = {};
    for (const { key, name } of table.parameters) {
      const cell = row.cells[key];
      if (!cell) continue;
      const before = stands[key] ?? "";
      const text = cellText(was?.[key]);
      if (isOlder && was && isLeft(cell, text)) continue;
      fields.push({ key, name, before, after: cell.text, conflict: isOlder && (!was || text !== before) });
      cells[key] = cell;
    }
    if (fields.length === 0) continue;
    writes.set(row.key, cells);
    const isUnpublished = product.state === "draft" || product.drafted;
    changes.push({ ...named, unseen: isUnpublished && row.base !== product.base, fields });
  }
  const message = `一次最多改 ${tableWrittenMost} 个产品，这里改了 ${changes.length} 个，请分几次`;
  const tooMany = changes.length > tableWrittenMost ? [{ ...nowhere, message }] : [];
  const all = [...tooMany, ...problems];
  return {
    answer: {
      changes: changes.slice(0, tableWrittenMost),
      problems: all.slice(0, fileProblemsMost),
      more: more + Math.max(0, all.length - fileProblemsMost),
      total,
    },
    writes,
  };
}
