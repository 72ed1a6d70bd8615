import { Link, useLocation } from "@remix-run/react";
import type { CallResponse } from "contract";
import {
  adviceAnswerMax,
  complaintReasons,
  complaintStatuses,
  feedbackStatuses,
  isOpenStatus,
  suggestionStatuses,
  suggestionTypes,
} from "contract/feedback/constants";
import { formatMinute } from "~/format/time";
import { ScreenForm } from "~/forms/form/screen-form";
import { TextArea } from "~/forms/form/text-area";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { Options, SelectField } from "~/forms/inputs/select-field";
import type { FormFailure } from "~/forms/result";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./inbox.module.css";

type Item = CallResponse<"adviceInbox">["items"][number];

const typeNames: Record<string, string> = { ...suggestionTypes, ...complaintReasons };

/** When a question was to be answered, which stands out once it is past. */
function DueBy({ at }: { at: string }) {
  const text = `答复期限 ${formatMinute(at)}`;
  return Date.parse(at) < Date.now() ? (
    <b className="label" data-kind="state">
      已超期：{text}
    </b>
  ) : (
    <b>{text}</b>
  );
}

/** One suggestion or complaint with its history and the form that answers it. */
export function AdviceItem({ item, failure }: { item: Item; failure: FormFailure | undefined }) {
  const { to } = useShell();
  const { pathname, search } = useLocation();
  const statuses = item.kind === "suggestion" ? suggestionStatuses : complaintStatuses;
  const answer = useScreenForm({
    id: `answer-${item.number}`,
    intent: item.kind,
    failure: failure?.result.initialValue?.number === item.number ? failure : undefined,
    defaultValue: { status: statuses.at(-1) },
  });
  return (
    <li>
      <p className="facts">
        <b>{typeNames[item.type] ?? item.type}</b>
        <span>{item.number}</span>
        {item.person ? (
          <Link to={to(paths.user(item.person.uid))} prefetch="none">
            {item.person.nickName}
          </Link>
        ) : (
          <span>已注销的用户</span>
        )}
        <RelativeTime at={item.createdAt} />
        <span>{feedbackStatuses[item.status]}</span>
        {item.product ? (
          <Link to={to(paths.product(item.product.id))} prefetch="none">
            {item.product.name}
          </Link>
        ) : null}
        {item.dueAt && isOpenStatus(item.status) ? <DueBy at={item.dueAt} /> : null}
        {item.contact ? <span>联系方式：{item.contact}</span> : null}
      </p>
      {item.about && (item.about.contentTitle || item.about.postUrl) ? (
        <p>
          投诉的内容：{item.about.contentTitle} {item.about.postUrl}
        </p>
      ) : null}
      <p className={styles.text}>{item.text}</p>
      {item.images.length > 0 ? (
        <ul className={styles.pictures}>
          {item.images.map((address, index) => (
            <li key={address}>
              <a href={address}>
                <img
                  className="thumbnail"
                  src={address}
                  alt={`第 ${index + 1} 张图片`}
                  width={120}
                  height={120}
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {item.steps.length > 0 ? (
        <ol className={styles.steps}>
          {item.steps.map((step) => (
            <li key={step.at}>
              {feedbackStatuses[step.status]}：{step.answer || "（没有文字）"} <RelativeTime at={step.at} />
            </li>
          ))}
        </ol>
      ) : null}
      <ScreenForm
        of={answer}
        action={pathname + search}
        reloadDocument
        className={styles.form}
        aria-label={`答复 ${item.number}`}
      >
        <input type="hidden" name="number" value={item.number} />
        <SelectField label="处理状态" name="status">
          <Options of={statuses.map((status) => [status, feedbackStatuses[status]] as const)} />
        </SelectField>
        <TextArea label="答复" hint="本人会收到通知" name="answer" rows={2} maxLength={adviceAnswerMax} />
        <button type="submit" className="button" name="intent" value={item.kind} data-primary>
          保存答复
        </button>
      </ScreenForm>
    </li>
  );
}
