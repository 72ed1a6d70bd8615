import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { usageSources } from "contract/analytics/constants";
import { Fold } from "~/moderation/fold";
import { EmptyState } from "~/ui/empty-state";
import { Lines } from "../traffic/lines";
import { Table } from "../traffic/table";
import { columnsOf, figureText } from "./figures";
import styles from "./numbers.module.css";
import type { NumbersPage } from "./numbers.server";
import { type NumbersOf, nameOfTable } from "./numbers-query";

interface UsageProps {
  report: CallResponse<"usageReport">;
  of: NumbersOf;
  shown: NumbersPage;
  href: (more: object) => string;
  /** Whether the address names one thing. */
  chosen: boolean;
}

/** How far people went from a product's page, each step as a share of the views. */
function Funnel({ steps }: { steps: [string, number | null][] }) {
  const most = Math.max(1, ...steps.map(([, amount]) => amount ?? 0));
  return (
    <ol className={styles.funnel} aria-label="从产品到样片和购买">
      {steps.map(([name, amount]) => (
        <li key={name}>
          <span>{name}</span>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect width={((amount ?? 0) / most) * 100} height={10} />
          </svg>
          <b>{figureText(amount)}</b>
        </li>
      ))}
    </ol>
  );
}

/** What people did with the things of one kind, or with one of them. */
export function UsagePart({ report, of, shown, href, chosen }: UsageProps) {
  const { items, whole, days, sources } = report;
  const columns = columnsOf(of);
  const [first, second] = columns;
  const counted = days.filter(({ figures }) => columns.some(([name]) => figures[name] === null)).length;
  const amount = (name: (typeof columns)[number][0], figures: (typeof days)[number]["figures"]) =>
    figures[name];
  const withAll = items.some(({ all }) => all !== null);
  return (
    <>
      <p className="facts">
        <span>
          {shown.from} 到 {shown.to}，北京时间，每分钟更新
        </span>
        <span>
          只统计同意 Cookie 政策且没有关闭统计的浏览器，不含工作人员和爬虫；不到 5 人的数字写作 &lt;5，其余按
          5 向下取整
        </span>
        {of === "topics" && whole && !chosen ? <span>合计、图和来源只算公开版块的帖子</span> : null}
        {chosen ? (
          <Link to={href({ id: undefined, page: undefined })} prefetch="none">
            看全部{nameOfTable(of)}
          </Link>
        ) : null}
      </p>
      {whole && first && items.length > 0 ? (
        <Lines
          times={days.map(({ day, figures }) => ({
            time: day,
            views: amount(first[0], figures),
            visits: second ? amount(second[0], figures) : 0,
          }))}
          names={[first[1], second?.[1] ?? null]}
          views={figureText(whole[first[0]])}
          visits={second ? figureText(whole[second[0]]) : ""}
        />
      ) : null}
      {counted > 0 ? <p className="facts">图中有 {counted} 天的数字不到 5 人，图上空着。</p> : null}
      {whole && of === "products" && items.length > 0 ? (
        <Funnel steps={columns.map(([name, label]) => [label, whole[name]])} />
      ) : null}
      {items.length === 0 ? (
        <EmptyState title="这些天没有记录" text="换一个更长的时间或别的来源看看。" />
      ) : (
        <Table
          title={nameOfTable(of)}
          heads={[nameOfTable(of), ...columns.map(([, label]) => label), ...(withAll ? ["累计下载"] : [])]}
          rows={items.map(({ name, beside, figures, all }) => [
            beside ? `${name} · ${beside}` : name,
            ...columns.map(([measure]) => figureText(figures[measure])),
            ...(withAll ? [all ?? "—"] : []),
          ])}
          links={items.map(({ id }) => href({ id, page: undefined }))}
        />
      )}
      {withAll ? (
        <p className="facts">累计下载是资源页上的数字：上线以来送出的每一次，包括没有统计的浏览器。</p>
      ) : null}
      {whole && items.length > 0 ? (
        <>
          <Table
            title="来源"
            heads={["来源", "浏览"]}
            rows={
              of === "versions"
                ? []
                : sources.map(({ source, view }) => [usageSources[source], figureText(view)])
            }
          />
          <Fold title="每天的数字">
            <Table
              title="每天"
              heads={["日期", ...columns.map(([, label]) => label)]}
              rows={[...days]
                .reverse()
                .map(({ day, figures }) => [day, ...columns.map(([name]) => figureText(figures[name]))])}
            />
          </Fold>
        </>
      ) : null}
    </>
  );
}
