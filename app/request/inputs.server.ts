import { id, page } from "contract/base/fields";
import { z } from "zod/v4";
import { notFound } from "./not-found.server";
import type { Scope } from "./scope.server";

/** An object's schema whose fields have the names of an address's parameters. */
export type Fields = z.ZodObject;

/**
 * What a screen reads from its address, parsed once before it loads or acts. A link is never refused for its
 * query, so a field of `query` says by its own `catch` what stands for what makes no sense. A field without
 * one must be there and right, as `params` must: otherwise the page is not there, and says `missing`.
 */
export interface Inputs<Query extends Fields, Params extends Fields> {
  query?: Query;
  params?: Params;
  missing?: string;
}

/** The inputs as their schemas make them; without a schema there is nothing of them. */
export interface Parsed<Query extends Fields, Params extends Fields> {
  query: z.output<Query>;
  params: z.output<Params>;
}

/** A page of a list; the first for what is none. */
export const pageNumber = page.catch(1);
/** Something's id; none for what is no id. */
export const optionalId = id.optional().catch(undefined);
/** `?name=1`. */
export const flag = z
  .literal("1")
  .optional()
  .catch(undefined)
  .transform((value) => value === "1");
/** The number of something in a path: what is not written as one is no such page. */
export const pathId = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);

/**
 * Reads an address by a screen's schemas; of a parameter that stands there twice the first counts. Throws the
 * 404 page.
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
