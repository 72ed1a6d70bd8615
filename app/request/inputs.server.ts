import { id, longId, page } from "contract/base/fields";
import { z } from "zod";
import { notFound } from "./not-found.server";
import type { Scope } from "./scope.server";

/** An object schema; its fields have the names of an address's parameters. */
export type Fields = z.ZodObject;

/**
 * The schemas of what a screen reads from its address, parsed before its loader or action runs. A link is never
 * refused for an optional query: each such field has a `catch`. Fields without one, and all `params`, are required:
 * when one is missing or invalid, the page is a 404 with the message `missing`.
 */
export interface Inputs<Query extends Fields, Params extends Fields> {
  query?: Query;
  params?: Params;
  missing?: string;
}

/** The parsed inputs; an empty object where there is no schema. */
export interface Parsed<Query extends Fields, Params extends Fields> {
  query: z.output<Query>;
  params: z.output<Params>;
}

/** A page number of a list; 1 for anything invalid. */
export const pageNumber = page.catch(1);
/** The same, and undefined where there is none. */
export const optionalPage = page.optional().catch(undefined);
/** An optional id; undefined for anything invalid. */
export const optionalId = id.optional().catch(undefined);
/** The same for an id of 64 bits, such as a post's. */
export const optionalLongId = longId.optional().catch(undefined);
/** `?preview=`: the secret of a version that is not published. Anything that is no secret is shown as published. */
export const previewQuery = z
  .string()
  .regex(/^[\w-]{8,60}$/)
  .optional()
  .catch(undefined);
/** `?name=1`. */
export const flag = z
  .literal("1")
  .optional()
  .catch(undefined)
  .transform((value) => value === "1");
/** A number in a path. Other spellings (`007`) are a 404, so that a page has one address. */
const numberInPath = (pattern: RegExp) => z.string().regex(pattern).transform(Number);
export const pathId = numberInPath(/^[1-9]\d{0,8}$/);
/** The same for an id of 64 bits, such as an attempt's. */
export const longPathId = numberInPath(/^[1-9]\d{0,14}$/);

/** Parses an address by a screen's schemas. For a repeated parameter the first value counts. Throws the 404 page. */
export function parseInputs<Query extends Fields, Params extends Fields>(
  scope: Scope,
  { query, params, missing }: Inputs<Query, Params>,
  address: { url: URL; params: Record<string, string | undefined> },
): Parsed<Query, Params> {
  const read = (schema: Fields | undefined, value: (name: string) => string | undefined) => {
    if (!schema) return {};
    const parsed = schema.safeParse(
      Object.fromEntries(Object.keys(schema.shape).map((name) => [name, value(name)])),
    );
    return parsed.success ? parsed.data : notFound(scope, missing);
  };
  return {
    query: read(query, (name) => address.url.searchParams.get(name) ?? undefined),
    params: read(params, (name) => address.params[name]),
  } as Parsed<Query, Params>;
}
