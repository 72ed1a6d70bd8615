import { z } from "zod";

interface Definition {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  options?: z.ZodType[];
  entries?: Record<string, string>;
  values?: unknown[];
  in?: z.ZodType;
  out?: z.ZodType;
}

const texts = ["某段文字", "2026-01-01T00:00:00.000Z", "00000000-0000-4000-8000-000000000000", "/x", ""];

/**
 * Makes an answer from only its row's schema. Every list has `many` items, numbered from 1; nullable fields are null;
 * every other field has any valid value.
 */
export function filled(schema: z.ZodType, many: number, at = 1): unknown {
  const definition = schema._zod.def as unknown as Definition;
  const { type, shape, element, innerType, options, entries, values, in: from, out: to } = definition;
  if (type === "nullable") return null;
  if (type === "pipe") {
    const isTransform = (from?._zod.def as unknown as Definition | undefined)?.type === "transform";
    return filled((isTransform ? to : from) as z.ZodType, many, at);
  }
  if (innerType) return filled(innerType, many, at);
  if (shape)
    return Object.fromEntries(
      Object.entries(shape).flatMap(([name, field]) =>
        field._zod.def.type === "optional" ? [] : [[name, filled(field, many, at)]],
      ),
    );
  if (element)
    return Array.from({ length: many }, (_, index) => filled(element, many > 1 ? 1 : 0, index + 1));
  if (options) return filled(options[0] as z.ZodType, many, at);
  if (entries) return Object.values(entries)[0];
  if (values) return values[0];
  if (type === "boolean") return false;
  if (type === "number") return at;
  if (type === "record") return {};
  const text = [`第 ${at} 个`, String(at).padStart(16, "0"), ...texts].find(
    (one) => schema.safeParse(one).success,
  );
  if (text === undefined) throw new Error(`nothing fits ${type}: ${JSON.stringify(z.toJSONSchema(schema))}`);
  return text;
}
