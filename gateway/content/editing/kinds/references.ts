import { inArray } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { files, products, uploads } from "../../../database/schema";
import type { FieldProblems } from "./kind";

/** The problem of products that do not exist, beside the field. */
export async function missingProducts(database: Database, named: unknown): Promise<FieldProblems> {
  const ids = Array.isArray(named) ? named.map(Number) : [];
  if (ids.length === 0) return {};
  const rows = await database.select({ id: products.id }).from(products).where(inArray(products.id, ids));
  const known = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !known.has(id));
  return missing.length === 0 ? {} : { products: [`没有产品 ${missing.join("、")}`] };
}

/** The size of a stored picture; null where there is none of this name. */
export async function pictureSize(
  database: Database,
  name: string,
): Promise<{ width: number; height: number } | null> {
  const [file] = await database
    .select({ width: files.width, height: files.height })
    .from(files)
    .where(inArray(files.name, [name]));
  if (!file) return null;
  if (file.width && file.height) return { width: file.width, height: file.height };
  const [upload] = await database
    .select({ width: uploads.width, height: uploads.height })
    .from(uploads)
    .where(inArray(uploads.fileName, [name]));
  return { width: upload?.width ?? 0, height: upload?.height ?? 0 };
}
