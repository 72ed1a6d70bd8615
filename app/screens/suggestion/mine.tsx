import { Link, useLoaderData } from "@remix-run/react";
import { page as pageField } from "contract/fields";
import { complaintReasons, suggestionTypes } from "contract/service-choices";
import { EmptyState } from "~/components/empty-state";
import { Moment } from "~/components/moment";
import { Pagination } from "~/components/pagination";
import { paths } from "~/paths";
import { screenLoader } from "~/routing/screen.server";
import { screenMeta } from "~/routing/screen-meta";
import { useShell } from "~/shells/use-shell";
import { ServiceFrame, WayOn } from "./service-frame";
import { StatusLabel } from "./status-label";
import styles from "./suggestion.module.css";

/** /suggestion/mine: one's own suggestions, or (?kind=complaint) complaints, latest first. */
export const loader = screenLoader(async ({ scope, url }) => {
  const kind = url.searchParams.get("kind") === "complaint" ? ("complaint" as const) : ("suggestion" as const);
  const page = pageField.catch(1).parse(url.searchParams.get("page") ?? 1);
  return { kind, ...(await scope.gateway.call("userAdviceList", { kind, page })) };
});
export const meta = screenMeta();

const typeNames: Record<string, string> = { ...suggestionTypes, ...complaintReasons };

export default function Mine() {
  const { kind, records, page, pages } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const complaints = kind === "complaint";
  const list = paths.myAdvice(kind);
  const href = (number: number) => to(number > 1 ? `${list}${complaints ? "&" : "?"}page=${number}` : list);
  return (
    <ServiceFrame part={complaints ? "myComplaints" : "mySuggestions"} title={complaints ? "我的投诉" : "我的建议"}>
      {records.length === 0 ? (
        <EmptyState
          title={complaints ? "你没有提交过投诉" : "你还没有提过建议"}
          text={complaints ? "看到违法、侵权的内容，可以从帖子的“举报”里向平台投诉。" : "用着不顺手的地方，写下来我们就能改。"}
        >
          <WayOn path={complaints ? paths.complaint() : paths.suggestion()}>{complaints ? "去投诉" : "提建议"}</WayOn>
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
                {record.number} · {typeNames[record.type] ?? record.type} · <Moment at={record.createdAt} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <Pagination page={page} pages={pages} href={href} />
    </ServiceFrame>
  );
}

export { ScreenError as ErrorBoundary } from "~/components/screen-error";
