import type { CallResponse } from "contract";
import { usagePeopleLeast } from "contract/analytics/constants";
import { EmptyState } from "~/ui/empty-state";
import { Table } from "../traffic/table";

/** What was searched for most, or what nothing was found for. */
export function SearchesPart({ report, missed }: { report: CallResponse<"searchNumbers">; missed: boolean }) {
  return (
    <>
      <p className="facts">
        <span>只列出至少 {usagePeopleLeast} 人搜过的；字母不分大小写</span>
        <span>不含工作人员、爬虫和关闭统计的浏览器；不记是谁搜的，保留 90 天</span>
      </p>
      {report.items.length === 0 ? (
        <EmptyState
          title={missed ? "没有 5 个人都没搜到的" : "没有 5 个人都搜过的"}
          text="换一个更长的时间看看。"
        />
      ) : (
        <Table
          title={missed ? "没有结果的搜索" : "搜得最多"}
          heads={["搜索", "次数", "最近一天"]}
          rows={report.items.map(({ text, times, lastOn }) => [text, times, lastOn])}
        />
      )}
    </>
  );
}
