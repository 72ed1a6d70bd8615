import { Link, useLoaderData } from "@remix-run/react";
import {
  complaintReasons,
  feedbackStatuses,
  isOpenStatus,
  suggestionTypes,
} from "contract/feedback/constants";
import { z } from "zod";
import { formatMinute } from "~/format/time";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { screenLoader } from "~/request/screen.server";
import { RelativeTime } from "~/ui/relative-time";
import { ServiceFrame } from "./service-frame";
import { StatusLabel } from "./status-label";
import styles from "./suggestion.module.css";

const inputs = {
  params: z.object({ number: z.string().regex(/^(YJ|TS)\d{8}-[2-9A-Z]{6}$/) }),
  missing: "没有这条记录，或者它不是你提交的",
};

/**
 * The subject of a complaint as a path on our own origin; null for an address on another site, which is shown as text.
 */
function ownPage(address: string, origin: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return url.origin === origin ? url.pathname + url.search + url.hash : null;
}

/** /suggestion/mine/{number}: the member's own suggestion or complaint, and its history. */
export const loader = screenLoader(inputs, async ({ scope, params: { number } }) => {
  const record = await scope.gateway.call("userAdviceDetail", { number });
  return { record, page: record.about && ownPage(record.about.postUrl, scope.origin) };
});
export const meta = screenMeta<typeof loader>({ title: ({ record }) => `处理进度 ${record.number}` });

const typeNames: Record<string, string> = { ...suggestionTypes, ...complaintReasons };

export default function Advice() {
  const { record, page } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const complaint = record.kind === "complaint";
  const word = complaint ? "投诉" : record.type === "question" ? "问题" : "建议";
  return (
    <ServiceFrame part={complaint ? "myComplaints" : "mySuggestions"} title={`${word} ${record.number}`}>
      <div className={styles.advice}>
        <p className={styles.now}>
          <StatusLabel status={record.status} />
          {typeNames[record.type] ?? record.type}
        </p>
        {record.product ? (
          <p className={styles.about}>
            问的产品：<Link to={to(paths.product(record.product.id))}>{record.product.name}</Link>
          </p>
        ) : null}
        {record.dueAt && isOpenStatus(record.status) ? (
          <p className={styles.about}>答复期限：{formatMinute(record.dueAt)}</p>
        ) : null}
        {record.about && (record.about.contentTitle || record.about.postUrl) ? (
          <p className={styles.about}>
            投诉的内容：
            {page ? (
              <Link to={to(page)}>{record.about.contentTitle || record.about.postUrl}</Link>
            ) : (
              <span>{record.about.contentTitle || record.about.postUrl}</span>
            )}
          </p>
        ) : null}
        <p className={styles.text}>{record.text}</p>
        {record.images.length > 0 ? (
          <ul className={styles.pictures}>
            {record.images.map((address, index) => (
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
        {record.contact ? <p className={styles.hint}>留下的联系方式：{record.contact}</p> : null}
        <h2>处理进度</h2>
        <ol className={styles.steps}>
          <li>
            <b>{feedbackStatuses.received}</b>
            <RelativeTime at={record.createdAt} />
          </li>
          {record.steps.map((step) => (
            <li key={step.at}>
              <b>{feedbackStatuses[step.status]}</b>
              <RelativeTime at={step.at} />
              {step.answer ? <p className={styles.answer}>{step.answer}</p> : null}
            </li>
          ))}
        </ol>
        {record.steps.length === 0 ? (
          <p className={styles.hint}>还没有人处理。有进展时会给你发一条系统消息。</p>
        ) : null}
        <p className={styles.hint}>
          <Link to={to(paths.myAdvice(record.kind))}>返回{complaint ? "我的投诉" : "我的建议"}</Link>
        </p>
      </div>
    </ServiceFrame>
  );
}
