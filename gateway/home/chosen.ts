/** The first `count` of what the operator puts first, in that order, and then of the rest; each once. */
export function chosenFirst<Row extends { id: number }>(
  first: number[],
  named: Row[],
  rest: Row[],
  count: number,
): Row[] {
  const byId = new Map(named.map((row) => [row.id, row]));
  const ahead = [...new Set(first)].flatMap((id) => byId.get(id) ?? []);
  const known = new Set(ahead.map(({ id }) => id));
  return [...ahead, ...rest.filter(({ id }) => !known.has(id))].slice(0, count);
}
