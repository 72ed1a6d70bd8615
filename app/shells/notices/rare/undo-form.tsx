import { Form } from "@remix-run/react";
import { FormToken } from "~/forms/field-parts";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";

/** The reason in the log for an undo from the message. On the batch's page the moderator types one. */
const reason = "操作有误，撤销";

/** What a message can undo: a moderators' batch, or an organiser's review of an activity's sign-ups. */
export type Undoable = { submissionId: string } & ({ batch: number } | { activity: number; review: number });

/** The 撤销 button in the message after an action of a moderator or organiser; it returns to the page. */
export function UndoForm({ undo, back }: { undo: Undoable; back: string }) {
  const { to } = useShell();
  const ofBatch = "batch" in undo;
  const action = ofBatch
    ? paths.moderation("batch", { id: undo.batch, back: back })
    : paths.manage(undo.activity);
  return (
    <Form
      method="post"
      action={to(action)}
      reloadDocument
      style={{ display: "inline-block", marginInlineStart: 12 }}
    >
      <FormToken />
      {ofBatch ? (
        <>
          <input type="hidden" name="submissionId" value={undo.submissionId} />
          <input type="hidden" name="reason" value={reason} />
        </>
      ) : (
        <>
          <input type="hidden" name="review" value={undo.review} />
          <input type="hidden" name="back" value={back} />
        </>
      )}
      <button type="submit" className="button" name="intent" value={ofBatch ? "undo" : "undoReview"}>
        撤销
      </button>
    </Form>
  );
}
