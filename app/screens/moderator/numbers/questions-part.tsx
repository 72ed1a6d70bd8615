import type { CallResponse } from "contract";
import { waitInWords } from "~/format/duration";
import { formatDay } from "~/format/time";
import { EmptyState } from "~/ui/empty-state";
import { Table } from "../traffic/table";

const waitText = (minutes: number | null) => (minutes === null ? "—" : waitInWords(minutes) || "不到 1 分钟");

/** Questions that nobody answered, and how long the first answers took. */
export function QuestionsPart({ report }: { report: CallResponse<"questionNumbers"> }) {
  const { waiting, answers } = report;
  return (
    <>
      <p className="facts">
        <span>最近十二个月求助类的公开帖子，北京时间，每十分钟更新一次</span>
        <span>回答是别人的第一个回复；用户和工作人员的分开算，不到 5 个回答不算时间</span>
      </p>
      {waiting.length === 0 ? (
        <EmptyState title="没有等着回答的提问" text="每个提问都有人回复，或者已经解决。" />
      ) : (
        <Table
          title="还没有人回答的提问，按等了多久"
          heads={["版块", "不到 1 天", "1–7 天", "7–30 天", "30 天以上", "最早的"]}
          rows={waiting.map(({ name, day, week, month, older, oldest }) => [
            name,
            ...[day, week, month, older],
            formatDay(oldest),
          ])}
        />
      )}
      <Table
        title="到第一个回答的时间，按提问的月份"
        heads={[
          ...["月份和版块", "提问", "有回答", "用户先答：中位数", "90%"],
          ...["工作人员先答", "其中位数", "90%"],
        ]}
        rows={answers.map(({ month, name, questions, answered, byStaff, p50, p90, staffP50, staffP90 }) => [
          `${month} ${name}`,
          ...[questions, answered, waitText(p50), waitText(p90)],
          ...[byStaff, waitText(staffP50), waitText(staffP90)],
        ])}
      />
    </>
  );
}
