import { useLoaderData, useLocation } from "@remix-run/react";
import { furtherNames, reportDays } from "contract/analytics/constants";
import { orWithout } from "~/failure/explain.server";
import { FilterForm } from "~/forms/inputs/filter-form";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { Forbidden } from "~/gateway-client/errors";
import { screenMeta } from "~/metadata/screen-meta";
import { Fold } from "~/moderation/fold";
import { screens } from "~/navigation/screens";
import { isPrivateScreen } from "~/navigation/use-screen";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { ModeratorScreen } from "../frame";
import { Heatmap } from "./heatmap";
import { Lines } from "./lines";
import { Table } from "./table";
import styles from "./traffic.module.css";
import { trafficQuery } from "./traffic.schema";

/** The pages on which clicks are not recorded; their heatmaps would be empty. */
const privatePages = new Set(screens.filter(isPrivateScreen).map(({ pageCode }) => pageCode));

/** /moderator/traffic: the usage statistics, for administrators only (spec 7.3). */
export const loader = screenLoader({ query: trafficQuery }, async ({ scope, query: { days, of, shell } }) => {
  const report = await scope.gateway.call("trafficReport", { days }).catch(async (error: unknown) => {
    throw error instanceof Forbidden ? await scope.redirect("/") : error;
  });
  const recordedPages = report.pages.map((one) => one.page).filter((code) => !privatePages.has(code));
  const page = of !== undefined && !privatePages.has(of) ? of : (recordedPages[0] ?? "home");
  const heatmap = await orWithout(scope, scope.gateway.call("trafficHeatmap", { page, shell }), null);
  return { report, heatmap, heatPages: [...new Set([page, ...recordedPages])], days, page, shell };
});
export const meta = screenMeta();

const titles = new Map(screens.map(({ pageCode, title }) => [pageCode, title]));
/** The text for a source of visits. */
const sourceName = (source: string) =>
  source === furtherNames ? "其他来源" : source === "" ? "直接打开" : source;
const nameOf = (page: string) => titles.get(page) || page;

const dayNames: Record<number, string> = {
  1: "最近 24 小时",
  7: "最近 7 天",
  30: "最近 30 天",
  90: "最近 90 天",
  400: "最近 400 天",
};
const vitalTexts: Record<string, string> = {
  LCP: "最大内容出现",
  INP: "操作后的响应",
  CLS: "版面移动",
  FCP: "首次出现内容",
  TTFB: "首字节到达",
};
/** The limits of good values by web.dev, in milliseconds and thousandths of CLS. */
const goodVitals: Record<string, number> = { LCP: 2_500, INP: 200, CLS: 100, FCP: 1_800, TTFB: 800 };
const vitalValue = (name: string, p75: number) => (name === "CLS" ? (p75 / 1_000).toFixed(2) : `${p75} ms`);

export default function Traffic() {
  const { report, heatmap, heatPages, days, page, shell } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const { times, visits, views, pages, sources, advertising, vitals } = report;
  return (
    <ModeratorScreen title="访问统计">
      <FilterForm
        id="filter"
        values={{ days, of: page, shell }}
        action={pathname}
        className={styles.filters}
        aria-label="筛选访问统计"
      >
        <SelectField name="days" label="时间">
          <Options of={reportDays.map((one) => [String(one), dayNames[one] ?? ""] as const)} />
        </SelectField>
        <SelectField name="of" label="热力图页面">
          <Options of={heatPages.map((one) => [one, nameOf(one)] as const)} />
        </SelectField>
        <SelectField name="shell" label="界面">
          <Options of={{ desktop: "电脑", h5: "手机" }} />
        </SelectField>
        <button type="submit" className="button">
          查看
        </button>
      </FilterForm>
      <p className="facts">
        <span>北京时间，每分钟更新</span>
        <span>只统计同意 Cookie 政策且没有关闭统计的浏览器</span>
      </p>
      {views === 0 && vitals.length === 0 ? (
        <EmptyState
          title={`${dayNames[days]}没有访问记录`}
          text="换一个更长的时间看看；访客同意 Cookie 政策之后才会有统计。"
        />
      ) : (
        <>
          <Lines times={times} visits={visits} views={views} />
          <Table
            title="页面"
            heads={["页面", "浏览", "点击", "平均停留"]}
            rows={pages.map((one) => [
              nameOf(one.page),
              one.views,
              one.clicks,
              one.seconds > 0 ? `${one.seconds} 秒` : "—",
            ])}
          />
          <Table
            title="来源"
            heads={["来源", "访问"]}
            rows={sources.map(({ source, visits }) => [sourceName(source), visits])}
          />
          <Table
            title="性能（第 75 百分位，误差 5% 以内）"
            heads={["指标", "数值", "评价", "样本"]}
            rows={vitals.map(({ name, p75, reports }) => [
              `${vitalTexts[name]} ${name}`,
              vitalValue(name, p75),
              p75 <= (goodVitals[name] ?? 0) ? "良好" : "需改进",
              reports,
            ])}
          />
          <Table
            title="广告位"
            heads={["名称", "看到", "点击"]}
            rows={advertising.map(({ name, seen, clicks }) => [
              name === furtherNames ? "其他" : name,
              seen,
              clicks,
            ])}
          />
        </>
      )}
      {heatmap ? <Heatmap name={nameOf(page)} heatmap={heatmap} /> : null}
      <Fold title={`各${days === 1 ? "小时" : "天"}的数字`}>
        <Table
          title="访问和浏览"
          heads={["时间", "访问", "浏览"]}
          rows={[...times].reverse().map(({ time, visits, views }) => [time, visits, views])}
        />
      </Fold>
    </ModeratorScreen>
  );
}
