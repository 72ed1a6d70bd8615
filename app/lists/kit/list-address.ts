import { addressOf } from "~/navigation/address-query";

interface ListOptions<Query> {
  /** The default values, which the address leaves out; other values that are not empty are in it. */
  usual?: Partial<Query>;
  /** The queries that filter the list; the others sort it or select a page. */
  narrowing: readonly (keyof Query)[];
}

/** Makes and reads the address of a list; the address alone decides what the list shows. */
export function listAddress<Query extends { page: number }>({ usual = {}, narrowing }: ListOptions<Query>) {
  const isUsual = (name: string, value: unknown) => usual[name as keyof Query] === value;
  return {
    /** The address of the same list with a change; any change but the page returns to page 1. */
    listHref(path: string, current: Query, change: Partial<Query>): string {
      const query = Object.entries({ ...current, page: 1, ...change });
      return addressOf(path, Object.fromEntries(query.filter(([name, value]) => !isUsual(name, value))));
    },
    /** Whether a filter is active. */
    isNarrowed: (query: Query): boolean =>
      narrowing.some((name) => query[name] !== undefined && query[name] !== ""),
  };
}
