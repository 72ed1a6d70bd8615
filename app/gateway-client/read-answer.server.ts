import type { Call } from "contract/base/call";
import { z } from "zod";

/**
 * An answer as its row describes it, with the paths left out because of a wrong type; or the paths that make it
 * wrong.
 */
export type ReadAnswer = { value: unknown; leftOut: string[] } | { wrong: string[] };

type Path = readonly PropertyKey[];

const pathsMaximum = 10;
/** With more rounds than this the answer is wrong as a whole. */
const turnsMaximum = 40;

/** What any answer may have beside its row's fields. */
const envelope = ["errcode", "errorMsg", "success"];

/** Whether an answer has fields, and none that its row names: one of another call, or of another contract. */
function isForeign({ effect, response }: Pick<Call, "effect" | "response">, data: unknown): boolean {
  if (effect !== "reads" || !(response instanceof z.ZodObject)) return false;
  if (typeof data !== "object" || data === null || Array.isArray(data)) return false;
  const named = Object.keys(response.shape);
  const given = Object.keys(data).filter((key) => !envelope.includes(key));
  return named.length > 0 && given.length > 0 && !given.some((key) => named.includes(key));
}

/**
 * Reads an answer by its row's schema. An answer to a reading call without any of its fields, but with others, is wrong:
 * all fields at their defaults would look like an answer. An empty one is an answer. Optional fields with a wrong type count as absent, and unreadable entries of a
 * list are removed, unless all of the list are unreadable. A wrong required field makes the whole answer wrong.
 */
export function readAnswer(row: Pick<Call, "effect" | "response">, data: unknown): ReadAnswer {
  const { response: schema } = row;
  let parsed = schema.safeParse(data);
  if (parsed.success && isForeign(row, data)) return { wrong: ["(whole response)"] };
  if (parsed.success) return { value: parsed.data, leftOut: [] };
  const wrong = fieldNames(parsed.error.issues.map(({ path }) => path));
  const rest = structuredClone(data);
  const leftOut: Path[] = [];
  for (let turn = 0; turn < turnsMaximum; turn += 1) {
    // From the end, so that removed entries do not move the others.
    const paths = parsed.error.issues.map(({ path }) => path).reverse();
    const round: Path[] = [];
    for (const path of paths) {
      // The value around it is already removed.
      if (round.some((removed) => removed.every((key, at) => path[at] === key))) continue;
      const remainder = leaveOut(rest, path);
      if (!remainder) return { wrong };
      round.push(remainder);
    }
    leftOut.push(...round);
    parsed = schema.safeParse(rest);
    if (parsed.success) return { value: parsed.data, leftOut: fieldNames(leftOut) };
  }
  return { wrong };
}

/**
 * Removes the value at a path from an answer, or the nearest removable value around it; null when that is the whole
 * answer.
 */
function leaveOut(data: unknown, path: Path): Path | null {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const parent = at(data, path.slice(0, depth - 1));
    const key = path[depth - 1] as PropertyKey;
    if (Array.isArray(parent)) {
      if (Number(key) >= parent.length) return path;
      // A list without any readable entry is not an empty list.
      if (parent.length === 1) continue;
      parent.splice(Number(key), 1);
      return path.slice(0, depth);
    }
    if (typeof parent === "object" && parent !== null && key in parent) {
      delete (parent as Record<PropertyKey, unknown>)[key];
      return path.slice(0, depth);
    }
  }
  return null;
}

const at = (data: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    data,
  );

/** The names of fields for the log, never values. */
const fieldNames = (paths: Path[]): string[] =>
  [...new Set(paths.map((path) => path.map(String).join(".") || "(whole response)"))].slice(0, pathsMaximum);
