import type { CallResponse } from "contract";
import { adviceAnswerMax, feedbackStatuses } from "contract/feedback/constants";
import { ScreenForm } from "~/forms/form/screen-form";
import { TextArea } from "~/forms/form/text-area";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import type { FormFailure } from "~/forms/result";
import styles from "./inbox.module.css";
import { statusesOf } from "./inbox-words";
import { ShownValue } from "./shown-value";

export interface LetterProps {
  item: CallResponse<"adviceInbox">["items"][number];
  /** The form of this letter that came back. */
  failure: FormFailure | undefined;
  /** The address that its forms post to. */
  action: string;
  submissionId: string;
}

interface Props extends LetterProps {
  replies: CallResponse<"cannedReplyList">["items"];
}

/** The form that answers a letter. A kept answer is put into the field, and sends nothing. */
export function AnswerForm({ item, failure, action, submissionId, replies }: Props) {
  const statuses = statusesOf(item.kind);
  const answer = useScreenForm({
    id: `answer-${item.number}`,
    intent: [item.kind, "fill"],
    failure,
    defaultValue: { status: statuses.at(-1) },
  });
  const kept = replies.filter(({ kind }) => kind === item.kind);
  return (
    <ScreenForm
      of={answer}
      action={action}
      reloadDocument
      submissionId={submissionId}
      hiddenFields={["number", "seen"]}
      className={styles.form}
      aria-label={`答复 ${item.number}`}
    >
      <NoDefaultButton />
      <input type="hidden" name="number" value={item.number} />
      <ShownValue name="seen" shown={item.steps.length} failure={failure} />
      {kept.length > 0 ? (
        <div className={styles.pick}>
          <SelectField label="常用答复" name="reply">
            <option value="">不用</option>
            <Options of={kept.map(({ id, title }) => [String(id), title] as const)} />
          </SelectField>
          <button type="submit" className="button" name="intent" value="fill">
            填进答复
          </button>
        </div>
      ) : null}
      <SelectField label="处理状态" name="status">
        <Options of={statuses.map((status) => [status, feedbackStatuses[status]] as const)} />
      </SelectField>
      <TextArea label="答复" hint="本人会收到通知" name="answer" rows={2} maxLength={adviceAnswerMax} />
      <button type="submit" className="button" name="intent" value={item.kind} data-primary>
        保存答复
      </button>
    </ScreenForm>
  );
}
