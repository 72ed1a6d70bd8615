/** An address of ours with one query set to a value, or (null) taken out. `address` is path plus query. */
export function withQuery(address: string, name: string, value: string | null): string {
  const url = new URL(address, "http://portal");
  if (value === null) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  return url.pathname + url.search;
}

/**
 * An address with what is asked for, in the order given. What is empty, false, or the first page is left out; true is 1.
 */
export function addressOf(path: string, query: object): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" || value === false || (name === "page" && value === 1)
      ? []
      : [[name, value === true ? "1" : String(value)]],
  );
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path;
}
