/** An address of ours with one query set to a value, or (null) taken out. `address` is path plus query. */
export function withQuery(address: string, name: string, value: string | null): string {
  const url = new URL(address, "http://portal");
  if (value === null) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  return url.pathname + url.search;
}
