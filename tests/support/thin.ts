import type { z } from "zod";

interface Definition {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  valueType?: z.ZodType;
  options?: z.ZodType[];
  in?: z.ZodType;
  out?: z.ZodType;
}
const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition;

const mayBeAbsent = new Set(["optional", "default", "prefault"]);

/** Reduces an answer to the fields that its row requires, as another upstream may give it. */
export function thin(schema: z.ZodType, data: unknown): unknown {
  const { type, shape, element, innerType, valueType, options, in: from, out: to } = definitionOf(schema);
  if (type === "pipe")
    return thin((from && definitionOf(from).type !== "transform" ? from : to) as z.ZodType, data);
  if (innerType) return data === null || data === undefined ? data : thin(innerType, data);
  if (type === "union") {
    const option = options?.find((one) => one.safeParse(data).success);
    return option ? thin(option, data) : data;
  }
  if (Array.isArray(data)) return element ? data.map((one) => thin(element, one)) : data;
  if (typeof data !== "object" || data === null) return data;
  const fields = Object.entries(data);
  if (valueType) return Object.fromEntries(fields.map(([name, value]) => [name, thin(valueType, value)]));
  if (!shape) return data;
  return Object.fromEntries(
    fields.flatMap(([name, value]) => {
      const field = shape[name];
      return !field || mayBeAbsent.has(definitionOf(field).type) ? [] : [[name, thin(field, value)]];
    }),
  );
}
