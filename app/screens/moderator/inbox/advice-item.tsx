import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import {
  complaintReasons,
  feedbackStatuses,
  isOpenStatus,
  suggestionTypes,
} from "contract/feedback/constants";
import { formatMinute } from "~/format/time";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { RelativeTime } from "~/ui/relative-time";
import { AnswerForm, type LetterProps } from "./answer-form";
import { Deeds } from "./deeds";
import styles from "./inbox.module.css";
import { letterFormOf } from "./inbox-words";
import { WorkForms } from "./work-forms";

interface Props extends LetterProps {
  replies: CallResponse<"cannedReplyList">["items"];
  administrators: CallResponse<"administratorList">["people"];
}

const typeNames: Record<string, string> = { ...suggestionTypes, ...complaintReasons };

/** When it is to be answered, which stands out once it is past. */
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

/** One suggestion or complaint with its history, the form that answers it, and what administrators do with it. */
export function AdviceItem({ failure, replies, administrators, ...letter }: Props) {
  const { to } = useShell();
  const { item } = letter;
  const failed = failure && letterFormOf(failure);
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
        <span>{item.assignee ? `受理人 ${item.assignee.nickName}` : "没有受理人"}</span>
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
            <li key={`${step.at}${step.status}`}>
              {feedbackStatuses[step.status]}：{step.answer || "（没有文字）"} <RelativeTime at={step.at} />
            </li>
          ))}
        </ol>
      ) : null}
      <Deeds item={item} />
      <AnswerForm {...letter} failure={failed === "answer" ? failure : undefined} replies={replies} />
      <WorkForms
        {...letter}
        failed={failed}
        failure={failed === "answer" ? undefined : failure}
        administrators={administrators}
      />
    </li>
  );
}
