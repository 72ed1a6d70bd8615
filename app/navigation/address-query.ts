/**
 * An address on this site with one query parameter set, or removed when the value is null. `address` is path plus
 * query.
 */
export function withQuery(address: string, name: string, value: string | null): string {
  const url = new URL(address, "http://portal");
  if (value === null) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  return url.pathname + url.search;
}

/** An address with query parameters in the given order. Empty values, false and page 1 are left out; true becomes 1. */
export function addressOf(path: string, query: object): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" || value === false || (name === "page" && value === 1)
      ? []
      : [[name, value === true ? "1" : String(value)]],
  );
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path;
}
