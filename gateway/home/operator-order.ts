/** The operator's chosen rows in their order, followed by the rest, without repetitions, up to `count`. */
export function chosenFirst<Row extends { id: number }>(
  first: number[],
  fixed: Row[],
  rest: Row[],
  count: number,
): Row[] {
  const byId = new Map(fixed.map((row) => [row.id, row]));
  const ahead = [...new Set(first)].flatMap((id) => byId.get(id) ?? []);
  const fixedIds = new Set(ahead.map(({ id }) => id));
  return [...ahead, ...rest.filter(({ id }) => !fixedIds.has(id))].slice(0, count);
}
