import type { z } from "zod";

/** An answer as its row describes it, and what of it had another shape and was left out; or why it is none. */
export type ReadAnswer = { value: unknown; leftOut: string[] } | { wrong: string[] };

type Path = readonly PropertyKey[];

const pathsMaximum = 10;
/** More than this is no answer with something wrong in it: it is another one. */
const turnsMaximum = 40;

/**
 * Reads an answer by its row's schema. What the row can do without counts as absent where it has another shape,
 * and an entry of a list that cannot be read goes, unless none of the list can be. What has to be
 * there makes the whole answer wrong.
 */
export function readAnswer(schema: z.ZodType, data: unknown): ReadAnswer {
  let parsed = schema.safeParse(data);
  if (parsed.success) return { value: parsed.data, leftOut: [] };
  const wrong = named(parsed.error.issues.map(({ path }) => path));
  const rest = structuredClone(data);
  const leftOut: Path[] = [];
  for (let turn = 0; turn < turnsMaximum; turn += 1) {
    // From the end: entries that go do not move those that are still to be looked at.
    const paths = parsed.error.issues.map(({ path }) => path).reverse();
    const round: Path[] = [];
    for (const path of paths) {
      // What it stood in has gone already.
      if (round.some((gone) => gone.every((key, at) => path[at] === key))) continue;
      const gone = leaveOut(rest, path);
      if (!gone) return { wrong };
      round.push(gone);
    }
    leftOut.push(...round);
    parsed = schema.safeParse(rest);
    if (parsed.success) return { value: parsed.data, leftOut: named(leftOut) };
  }
  return { wrong };
}

/** Takes what stands at a path out of an answer, or the nearest thing around it; null where that is all of it. */
function leaveOut(data: unknown, path: Path): Path | null {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const parent = at(data, path.slice(0, depth - 1));
    const key = path[depth - 1] as PropertyKey;
    if (Array.isArray(parent)) {
      if (Number(key) >= parent.length) return path;
      // A list of which nothing can be read is not an empty one.
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

/** Where, never what. */
const named = (paths: Path[]): string[] =>
  [...new Set(paths.map((path) => path.map(String).join(".") || "(whole response)"))].slice(0, pathsMaximum);
