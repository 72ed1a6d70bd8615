/**
 * The field names by which a form over a list tells which row's button was pressed, and whether the whole list is
 * selected.
 */

/** The name of the field for a row's reason. */
export const reasonAt = (id: number) => `reason_${id}`;
/** The fragment that scrolls to a row. */
export const rowAnchor = (id: number) => `row-${id}`;
/** The name of the check box that selects the whole list, including its other pages. */
export const wholeList = "wholeList";

const reasonName = /^reason_(\d{1,15})$/;

/** The id of the row that this field belongs to; null for a field of the whole form. */
export const rowIdOf = (name: string): number | null => Number(reasonName.exec(name)?.[1] ?? 0) || null;
/** The ids of the rows of a posted form, in their order. */
export const rowsIn = (form: FormData): number[] => [...form.keys()].flatMap((name) => rowIdOf(name) ?? []);

/**
 * The row of a pressed button and the value that the button adds (`operate:12:hide`); null for a button outside the
 * rows.
 */
export function pressedRow(argument: string | undefined): { id: number; value: string } | null {
  const [, id, value = ""] = /^(\d{1,15})(?::(.*))?$/s.exec(argument ?? "") ?? [];
  return id ? { id: Number(id), value } : null;
}
