import { Link } from "@remix-run/react";
import type { ReportedMessage } from "contract/moderation/inbox/calls";
import { RowChoice } from "~/forms/outcomes/row-choice";
import { reportReasons } from "~/forms/report-fields";
import type { FormFailure } from "~/forms/result";
import { ModerationForm } from "~/moderation/moderation-form";
import { ReasonField } from "~/moderation/reason-field";
import { rowAnchor } from "~/moderation/row-fields";
import { RowOutcomes } from "~/moderation/row-outcomes";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { RelativeTime } from "~/ui/relative-time";
import { ListHead } from "../fields/list-head";
import styles from "../theme/theme.module.css";
import own from "./inbox.module.css";

interface Props {
  items: ReportedMessage[];
  /** The number of messages on all pages, and the page's size limit. */
  total: number;
  size: number;
  open: boolean;
  submissionId: string;
  failure: FormFailure | undefined;
}

const outcomes = [
  { intent: "message-reject", label: "不成立" },
  { intent: "message-uphold", label: "成立" },
];

/** Reported private messages, and the form that decides on the selected ones. */
export function MessageForm({ items, total, size, open, submissionId, failure }: Props) {
  const { to } = useShell();
  return (
    <ModerationForm
      id="messages"
      asks={outcomes.map(({ intent }) => intent)}
      failure={failure}
      submissionId={submissionId}
      overList
      className={styles.form}
    >
      <ListHead total={total} words="条举报" visible={items.length} size={size} chosen={open} />
      <ul className={styles.rows}>
        {items.map((item) => (
          <li key={item.id} id={rowAnchor(item.id)}>
            {open ? <RowChoice value={item.id} title={`${item.sender.nickName} 的私信`} /> : <span />}
            <div className={styles.text}>
              <p className={own.text}>{item.text}</p>
              <p className="facts">
                <Link to={to(paths.moderation("forbiddenUser", { uid: item.sender.uid }))} prefetch="none">
                  {item.sender.nickName} 的处罚记录
                </Link>
                <span>
                  写于 <RelativeTime at={item.sentAt} />
                </span>
              </p>
              <p className="facts">
                <span>
                  {item.reporter.nickName} 举报：{reportReasons[item.reason]}
                  {item.note ? `，${item.note}` : ""}
                </span>
                <RelativeTime at={item.at} />
                {item.decidedBy ? (
                  <span>
                    {item.decidedBy.nickName}：{item.upheld ? "成立" : "不成立"}，{item.answer}
                  </span>
                ) : null}
              </p>
            </div>
            {open ? (
              <RowOutcomes
                id={item.id}
                title={`${item.sender.nickName} 的私信`}
                outcomes={outcomes}
                hint="理由，举报人会看到"
              />
            ) : null}
          </li>
        ))}
      </ul>
      {open ? (
        <fieldset className={styles.doing}>
          <legend>处理选中的举报</legend>
          <div className={styles.wide}>
            <ReasonField hint="举报人会看到" />
          </div>
          <p className={styles.buttons}>
            <button type="submit" className="button" name="intent" value="message-reject">
              举报不成立
            </button>
            <button type="submit" className="button" name="intent" value="message-uphold" data-primary>
              举报成立
            </button>
          </p>
        </fieldset>
      ) : null}
    </ModerationForm>
  );
}
