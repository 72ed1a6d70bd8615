/** How a form over a list says what was pressed at a row, and that all of the list is meant. */

/** The field of a row's own reason. */
export const reasonAt = (id: number) => `reason_${id}`;
/** Where a row stands on its page. */
export const rowAnchor = (id: number) => `row-${id}`;
/** The box that means all that the list holds, whatever page it stands on. */
export const wholeList = "wholeList";

const reasonName = /^reason_(\d{1,10})$/;

/** The row whose field this is; null for a field of the whole form. */
export const rowIdOf = (name: string): number | null => Number(reasonName.exec(name)?.[1] ?? 0) || null;
/** The rows of a posted form, in their order. */
export const rowsIn = (form: FormData): number[] => [...form.keys()].flatMap((name) => rowIdOf(name) ?? []);

/** What was pressed at a row: its id, and what the button says besides (`operate:12:hide`); null for any other button. */
export function pressedRow(argument: string | undefined): { id: number; value: string } | null {
  const [, id, value = ""] = /^(\d{1,10})(?::(.*))?$/s.exec(argument ?? "") ?? [];
  return id ? { id: Number(id), value } : null;
}
