import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { type ExportFile, keyOf, typeOf } from "./describe";

const isTime = (text: string): boolean =>
  !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;

const moment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, "应是 2026-01-02T03:04:05.678Z 这样的时间")
  // The 30th of February is parsed as a day of March, and a year 0 is none of the database's.
  .refine((text) => isTime(text) && !text.startsWith("0000"), "没有这样的时间");

const types: Record<string, z.ZodType> = {
  integer: z.int().min(-2_147_483_648).max(2_147_483_647),
  bigint: z.int(),
  text: z.string(),
  boolean: z.boolean(),
  "double precision": z.number(),
  date: z.iso.date().refine((text) => !text.startsWith("0000"), "没有这样的日子"),
  jsonb: z.unknown().refine((value) => value !== undefined),
};

/** The schema of one value. */
function schemaOf(column: PgColumn): z.ZodType {
  const { type, isList } = typeOf(column);
  // A serial is a whole number.
  const plain = type.replace(/^bigserial$/, "bigint").replace(/^serial$/, "integer");
  const { enumValues } = column;
  const of = enumValues?.length
    ? z.enum(enumValues as [string, ...string[]])
    : type.startsWith("timestamp")
      ? moment
      : types[plain];
  if (!of) throw new Error(`an export has no values of the type ${type}`);
  return isList ? z.array(of) : of;
}

/** Whether a line may lack the field: then it is null, or has the value that the portal gives new things. */
export const isOptional = (file: ExportFile, column: PgColumn): boolean =>
  !keyOf(file).includes(column.name) && (!column.notNull || column.hasDefault);

/** The schema of a file's lines, by which exports are checked, written and documented. */
export function lineSchemaOf(file: ExportFile): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const { name, column } of file.fields) {
    if (shape[name]) throw new Error(`${file.name} has two fields ${name}`);
    const value = column.notNull ? schemaOf(column) : schemaOf(column).nullable();
    shape[name] = isOptional(file, column) ? value.optional() : value;
  }
  if (file.content) {
    shape.content = z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable();
    shape.contentBytes = z.int().min(0);
  }
  return z.strictObject(shape);
}
