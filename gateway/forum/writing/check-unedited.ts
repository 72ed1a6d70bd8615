import { Refusal } from "../../server/refusal";

/**
 * Throws EDIT_CONFLICT for a text that somebody edited after its writer read it. The caller has locked the row.
 * @param base the `editedAt` that the writer has seen, null without edits; undefined skips the check
 */
export function checkUnedited(
  { editedAt }: { editedAt: Date | null },
  base: string | null | undefined,
): void {
  if (base === undefined) return;
  if ((editedAt?.getTime() ?? null) !== (base === null ? null : Date.parse(base)))
    throw new Refusal("EDIT_CONFLICT");
}
