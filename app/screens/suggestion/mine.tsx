import { Link, useLoaderData } from "@remix-run/react";
import { complaintReasons, suggestionTypes } from "contract/feedback/constants";
import { z } from "zod";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pageNumber } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { RelativeTime } from "~/ui/relative-time";
import { EmptyLink, ServiceFrame } from "./service-frame";
import { StatusLabel } from "./status-label";
import styles from "./suggestion.module.css";

const query = z.object({ kind: z.enum(["suggestion", "complaint"]).catch("suggestion"), page: pageNumber });

/** /suggestion/mine: the member's own suggestions, or with `kind=complaint` complaints, latest first. */
export const loader = screenLoader({ query }, async ({ scope, query: { kind, page } }) => ({
  kind,
  ...(await scope.gateway.call("userAdviceList", { kind, page })),
}));
export const meta = screenMeta();

const typeNames: Record<string, string> = { ...suggestionTypes, ...complaintReasons };

export default function Mine() {
  const { kind, records, page, pages } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const complaints = kind === "complaint";
  const list = paths.myAdvice(kind);
  const href = (number: number) => to(number > 1 ? `${list}${complaints ? "&" : "?"}page=${number}` : list);
  return (
    <ServiceFrame
      part={complaints ? "myComplaints" : "mySuggestions"}
      title={complaints ? "我的投诉" : "我的建议"}
    >
      {records.length === 0 ? (
        <EmptyState
          title={complaints ? "你没有提交过投诉" : "你还没有提过建议"}
          text={
            complaints
              ? "看到违法、侵权的内容，可以从帖子的“举报”里向平台投诉。"
              : "用着不顺手的地方，写下来我们就能改。"
          }
        >
          <EmptyLink path={complaints ? paths.complaint() : paths.suggestion()}>
            {complaints ? "去投诉" : "提建议"}
          </EmptyLink>
        </EmptyState>
      ) : (
        <ul className={styles.records}>
          {records.map((record) => (
            <li key={record.number}>
              <Link to={to(paths.advice(record.number))}>
                <span className={styles.excerpt}>{record.text}</span>
                <StatusLabel status={record.status} />
              </Link>
              <p>
                {record.number} · {typeNames[record.type] ?? record.type} ·{" "}
                <RelativeTime at={record.createdAt} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <Pagination page={page} pages={pages} href={href} />
    </ServiceFrame>
  );
}
