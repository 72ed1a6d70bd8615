import type { CallResponse } from "contract";
import { EmptyState } from "~/ui/empty-state";
import { Table } from "../traffic/table";
import { figureText } from "./figures";
import type { NumbersPage } from "./numbers.server";

/** How far the people came who began a course in these days. */
export function ProgressPart({
  report,
  shown,
}: {
  report: CallResponse<"courseNumbers">;
  shown: NumbersPage;
}) {
  return (
    <>
      <p className="facts">
        <span>
          {shown.from} 到 {shown.to} 开始学的人，到今天学到了哪里
        </span>
        <span>不含工作人员；不到 5 人的数字写作 &lt;5，其余按 5 向下取整</span>
      </p>
      {report.items.length === 0 ? (
        <EmptyState title="这些天没有人开始学" text="换一个更长的时间看看。" />
      ) : (
        <Table
          title="学习进度"
          heads={["课程", "开始学", "学了一半", "学完", "拿到证书"]}
          rows={report.items.map(({ name, started, half, finished, certifies, certified }) => [
            name,
            figureText(started),
            figureText(half),
            figureText(finished),
            certifies ? figureText(certified) : "没有证书",
          ])}
        />
      )}
    </>
  );
}
