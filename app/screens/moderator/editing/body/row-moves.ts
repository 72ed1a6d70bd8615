import { type ContentList, rowField } from "contract/content/kinds/field";
import { newRow, putRows, rowCount, rowsMost, rowsOf, type TypedRow } from "./list-rows";

/** How many rows one press adds to a list of many; empty ones are left out when the form is saved. */
export const rowsAtOnce = 5;

/** What a button of a list does to its rows. */
export const rowMoves: Record<string, (rows: TypedRow[], at: number, list: ContentList) => TypedRow[]> = {
  add: (rows, _, list) => (list.addsFirst ? [newRow(list), ...rows] : [...rows, newRow(list)]),
  addSeveral: (rows, _, list) => [...rows, ...Array.from({ length: rowsAtOnce }, () => newRow(list))],
  remove: (rows, at) => rows.filter((_, index) => index !== at),
  up: (rows, at) => swapped(rows, at - 1),
  down: (rows, at) => swapped(rows, at),
};

/** The same lists of the rows before and after the one in which a list stands. @param valueAt what a control has */
export function listsBeside(
  name: string,
  { crosses }: ContentList,
  valueAt: (control: string) => unknown,
): { up?: string; down?: string } {
  const [, outer, index, column] = /^(.+)_(\d{1,4})_([A-Za-z]+)$/.exec(name) ?? [];
  if (!crosses || outer === undefined || column === undefined) return {};
  const place = Number(index);
  return {
    ...(place > 0 ? { up: rowField(outer, place - 1, column) } : {}),
    ...(place + 1 < rowCount(valueAt(outer)) ? { down: rowField(outer, place + 1, column) } : {}),
  };
}

/**
 * Moves the first row of a list up into the list before, or the last one down into the list after.
 * @returns the list into which it moved, or is to move though it is full; undefined where a row moves inside its list
 */
export function moveAcross(
  form: FormData,
  name: string,
  list: ContentList,
  { move, at }: { move: string; at: number },
): { into: string; isFull: boolean } | undefined {
  const rows = rowsOf(form, name, list);
  const row = rows[at];
  const { up, down } = listsBeside(name, list, (control) => form.get(control));
  const into = move === "up" && at === 0 ? up : move === "down" && at === rows.length - 1 ? down : undefined;
  if (!row || into === undefined) return undefined;
  const others = rowsOf(form, into, list);
  if (others.length >= (list.max ?? rowsMost)) return { into, isFull: true };
  putRows(form, name, rows.toSpliced(at, 1));
  putRows(form, into, move === "up" ? [...others, row] : [row, ...others]);
  return { into, isFull: false };
}

/** The rows with the one at this place and the one after it exchanged. */
function swapped(rows: TypedRow[], at: number): TypedRow[] {
  const [one, other] = [rows[at], rows[at + 1]];
  return one && other ? [...rows.slice(0, at), other, one, ...rows.slice(at + 2)] : rows;
}
