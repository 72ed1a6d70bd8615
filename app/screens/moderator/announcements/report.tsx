import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { announcementStates } from "contract/announcements/constants";
import type { FormFailure } from "~/forms/result";
import { ModerationForm } from "~/moderation/moderation-form";
import styles from "../module/module.module.css";
import people from "../people/people.module.css";
import own from "./announcements.module.css";

interface Props {
  report: CallResponse<"announcementReport">;
  failure: FormFailure | undefined;
  /** The address without the report. */
  close: string;
}

/** What became of an announcement, and the button that stops one that is not done. */
export function Report({ report, failure, close }: Props) {
  const { announcement, read, closed, mails } = report;
  const { id, title, text, link, state, sent, byMail, bannerOnly, bannerUntil } = announcement;
  const numbers: [string, number][] = [
    ...(bannerOnly
      ? []
      : ([
          ["已发", sent],
          ["已读", read],
        ] as [string, number][])),
    ...(bannerUntil ? ([["关掉了横幅的用户", closed]] as [string, number][]) : []),
    ...(byMail
      ? ([
          ["邮件已发出", mails.sent],
          ["邮件等待", mails.waiting],
          ["邮件没发成", mails.failed],
        ] as [string, number][])
      : []),
  ];
  const stops =
    state === "waiting" ||
    state === "sending" ||
    (state === "done" && (mails.waiting > 0 || report.bannerAhead));
  return (
    <section className={styles.box} aria-labelledby="report">
      <h2 id="report">
        {title}：{announcementStates[state]}
      </h2>
      <p className={own.text}>{text}</p>
      {link ? (
        <p>
          <Link to={link} prefetch="none">
            {link}
          </Link>
        </p>
      ) : null}
      <dl className={people.record}>
        {numbers.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      {stops ? (
        <ModerationForm
          id={`stop-${id}`}
          asks={[`stop:${id}`]}
          failure={failure}
          label="停止发送"
          className={styles.form}
        >
          <p className={styles.buttons}>
            <button type="submit" className="button" name="intent" value={`stop:${id}`}>
              停止发送
            </button>
          </p>
        </ModerationForm>
      ) : null}
      <p>
        <Link to={close} prefetch="none">
          收起
        </Link>
      </p>
    </section>
  );
}
