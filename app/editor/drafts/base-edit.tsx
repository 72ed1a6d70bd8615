import type { FormFailure } from "~/forms/result";
import type { SavedDraft } from "./draft";

interface BaseEditProps {
  /** The edit that the page was filled from. */
  editedAt: string | null;
  answer: { compare?: { of: "draft" | "published"; other: SavedDraft } } | undefined;
  failure: FormFailure | undefined;
}

/**
 * Says with the form which edit of the published text it started from: once two texts were compared, the one
 * compared with.
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
