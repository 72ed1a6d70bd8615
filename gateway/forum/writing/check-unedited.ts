import { Refusal } from "../../server/refusal";

/**
 * Throws EDIT_CONFLICT when a text was edited since its writer read it. Ask it of a row that is locked.
 * @param base the `editedAt` that the writer has seen, null for never; undefined when the writer does not say
 */
export function checkUnedited(
  { editedAt }: { editedAt: Date | null },
  base: string | null | undefined,
): void {
  if (base === undefined) return;
  if ((editedAt?.getTime() ?? null) !== (base === null ? null : Date.parse(base)))
    throw new Refusal("EDIT_CONFLICT");
}
