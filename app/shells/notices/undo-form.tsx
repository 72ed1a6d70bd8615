import { Form } from "@remix-run/react";
import { FormToken } from "~/forms/field-parts";
import { useShell } from "~/navigation/use-shell";

/** The reason that an undo at once has in the log; the batch's page takes one in words. */
const reason = "操作有误，撤销";

/** 撤销 in the message that follows what a moderator did: the page that was looked at comes back. */
export default function UndoForm({
  batch,
  submissionId,
  back,
}: {
  batch: number;
  submissionId: string;
  back: string;
}) {
  const { to } = useShell();
  return (
    <Form
      method="post"
      action={`${to("/moderator/batch")}?id=${batch}&back=${encodeURIComponent(back)}`}
      reloadDocument
      style={{ display: "inline-block", marginInlineStart: 12 }}
    >
      <FormToken />
      <input type="hidden" name="submissionId" value={submissionId} />
      <input type="hidden" name="reason" value={reason} />
      <button type="submit" className="button" name="intent" value="undo">
        撤销
      </button>
    </Form>
  );
}
