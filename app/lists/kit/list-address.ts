import { addressOf } from "~/navigation/address-query";

interface ListOptions<Query> {
  /** The values that the address leaves out; all others that are not empty stand in it. */
  usual?: Partial<Query>;
  /** What narrows the list down, as other queries order it or say where in it one is. */
  narrowing: readonly (keyof Query)[];
}

/** How a list's address is read and made: a list shows what its address says, and nothing else. */
export function listAddress<Query extends { page: number }>({ usual = {}, narrowing }: ListOptions<Query>) {
  const isUsual = (name: string, value: unknown) => usual[name as keyof Query] === value;
  return {
    /** The address of the same list with something changed; a change other than the page goes back to page 1. */
    listHref(path: string, current: Query, change: Partial<Query>): string {
      const query = Object.entries({ ...current, page: 1, ...change });
      return addressOf(path, Object.fromEntries(query.filter(([name, value]) => !isUsual(name, value))));
    },
    /** Whether fewer things are listed than there are. */
    isNarrowed: (query: Query): boolean =>
      narrowing.some((name) => query[name] !== undefined && query[name] !== ""),
  };
}
