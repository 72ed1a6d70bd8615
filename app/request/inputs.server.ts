import { id, page } from "contract/base/fields";
import { z } from "zod";
import { notFound } from "./not-found.server";
import type { Scope } from "./scope.server";

/** An object's schema whose fields have the names of an address's parameters. */
export type Fields = z.ZodObject;

/**
 * What a screen reads from its address, parsed once before it loads or acts. A link is never refused for its
 * query: each field of `query` falls back by its own `catch`. A field without one is required, as `params`
 * are: where it is missing or invalid the page is a 404 that says `missing`.
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

/** A page of a list; 1 for anything that is no page number. */
export const pageNumber = page.catch(1);
/** An optional id; undefined for anything that is no id. */
export const optionalId = id.optional().catch(undefined);
/** `?name=1`. */
export const flag = z
  .literal("1")
  .optional()
  .catch(undefined)
  .transform((value) => value === "1");
/** A number in a path. Other spellings of it (`007`) are a 404, so that a page has one address. */
export const pathId = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);

/**
 * Parses an address by a screen's schemas; of a repeated parameter the first value counts. Throws the 404
 * page.
 */
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
