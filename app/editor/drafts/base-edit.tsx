import type { FormFailure } from "~/forms/result";
import type { SavedDraft } from "./draft";

interface BaseEditProps {
  /** The time of the edit from which the page filled the form. */
  editedAt: string | null;
  answer: { compare?: { of: "draft" | "published"; other: SavedDraft } } | undefined;
  failure: FormFailure | undefined;
}

/**
 * Sends the time of the published edit that the form is based on. After a comparison, that is the edit of the other
 * text.
 */
export function BaseEdit({ editedAt, answer, failure }: BaseEditProps) {
  const compared = answer?.compare?.of === "published" ? answer.compare.other : null;
  const before = failure?.result.initialValue?.baseEditedAt;
  const base = compared ? compared.savedAt : typeof before === "string" ? before : editedAt;
  return (
    <>
      <input type="hidden" name="baseEditedAt" value={base || "never"} />
      {compared ? <input type="hidden" name="compared" value="published" /> : null}
    </>
  );
}
