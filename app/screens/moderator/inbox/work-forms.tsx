import type { CallResponse } from "contract";
import { dayOf } from "contract/base/time";
import { isOpenStatus } from "contract/feedback/constants";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import { Fold } from "~/moderation/fold";
import { ModerationForm } from "~/moderation/moderation-form";
import { ReasonField } from "~/moderation/reason-field";
import { useRoot } from "~/navigation/use-shell";
import styles from "../module/module.module.css";
import type { LetterProps } from "./answer-form";
import own from "./inbox.module.css";
import type { LetterForm } from "./inbox-words";
import { ShownValue } from "./shown-value";

interface Props extends LetterProps {
  /** Which of its forms came back. */
  failed: LetterForm | undefined;
  administrators: CallResponse<"administratorList">["people"];
}

/** Who works on a letter, until when, and what administrators note of it; its author sees none of it. */
export function WorkForms({ item, failed, failure, action, submissionId, administrators }: Props) {
  const me = useRoot()?.me?.uid;
  const { number, assignee, dueAt } = item;
  const of = (form: LetterForm) => (form === failed ? failure : undefined);
  const shared = { action, submissionId, className: styles.line, hiddenFields: ["number", "from"] };
  const hasAssignee = administrators.some(({ uid }) => uid === assignee?.uid);
  const people = assignee && !hasAssignee ? [...administrators, assignee] : administrators;
  const isMine = assignee !== null && assignee.uid === me;
  return (
    <Fold title="受理、期限和备注" open={failure !== undefined}>
      <div className={own.work}>
        <ModerationForm
          {...shared}
          id={`assign-${number}`}
          asks={["assign", "take"]}
          failure={of("assign")}
          values={{ uid: assignee?.uid }}
          label={`分派 ${number}`}
        >
          <input type="hidden" name="number" value={number} />
          <ShownValue name="from" shown={assignee?.uid ?? 0} failure={of("assign")} />
          <SelectField label="受理人" name="uid">
            <option value="">没有人</option>
            <Options of={people.map(({ uid, nickName }) => [String(uid), nickName] as const)} />
          </SelectField>
          <p className={styles.buttons}>
            <button type="submit" className="button" name="intent" value="assign">
              分派
            </button>
            {me === undefined ? null : (
              <button type="submit" className="button" name="intent" value={isMine ? "take:0" : `take:${me}`}>
                {isMine ? "放开" : "我来处理"}
              </button>
            )}
          </p>
        </ModerationForm>
        {isOpenStatus(item.status) || of("due") ? (
          <ModerationForm
            {...shared}
            id={`due-${number}`}
            asks={["due"]}
            failure={of("due")}
            values={{ day: dueAt ? dayOf(dueAt) : "" }}
            label={`期限 ${number}`}
          >
            <input type="hidden" name="number" value={number} />
            <ShownValue name="from" shown={dueAt ?? ""} failure={of("due")} />
            <TextField
              label="答复期限"
              hint={
                item.type === "question" ? "当天 18:00 前；提问的人会看到，也会收到通知" : "当天 18:00 前"
              }
              name="day"
              type="date"
            />
            <div className={styles.long}>
              <ReasonField label="改期的理由" hint="只有管理员看得到" />
            </div>
            <p className={styles.buttons}>
              <button type="submit" className="button" name="intent" value="due">
                改期限
              </button>
            </p>
          </ModerationForm>
        ) : null}
        <ModerationForm
          {...shared}
          id={`note-${number}`}
          asks={["note"]}
          failure={of("note")}
          label={`备注 ${number}`}
        >
          <input type="hidden" name="number" value={number} />
          <div className={styles.long}>
            <TextField label="备注" hint="只有管理员看得到" name="text" maxLength={500} />
          </div>
          <p className={styles.buttons}>
            <button type="submit" className="button" name="intent" value="note">
              加备注
            </button>
          </p>
        </ModerationForm>
      </div>
    </Fold>
  );
}
