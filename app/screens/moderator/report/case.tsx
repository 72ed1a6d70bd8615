import { Link } from "@remix-run/react";
import type { ReportCase } from "contract/moderation/cases/calls";
import { stateLabels } from "~/format/content-state";
import { RowChoice } from "~/forms/outcomes/row-choice";
import { reportReasons } from "~/forms/report-fields";
import { Fold } from "~/moderation/fold";
import { rowAnchor } from "~/moderation/row-fields";
import { type Outcome, RowOutcomes } from "~/moderation/row-outcomes";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Prose } from "~/ui/prose";
import { RelativeTime } from "~/ui/relative-time";
import own from "../audit/audit.module.css";

interface Props {
  each: ReportCase;
  /** Whether the case can still be settled. */
  open: boolean;
}

/** The outcomes of a case. A deleted or destroyed text needs no further action, so it has fewer. */
const outcomesOf = ({ destroyed, state, status }: ReportCase): Outcome[] => [
  { intent: "reject", label: "不成立" },
  { intent: "uphold", label: destroyed || state === "deleted" ? "成立" : "成立，保留内容" },
  ...(destroyed || state === "deleted"
    ? []
    : [
        { intent: "uphold", value: "hide", label: "成立，屏蔽" },
        { intent: "uphold", value: "recycle", label: "成立，删除" },
      ]),
  ...(status === "waiting" ? [{ intent: "assign", label: "受理" }] : []),
];

/** All reports of one text, with the text as it was reported; a destroyed text has only its data. */
export function Case({ each, open }: Props) {
  const { to } = useShell();
  const { author, assignee, decidedBy } = each;
  const title = each.destroyed ? "（内容已销毁）" : each.title;
  const state = each.destroyed ? "" : stateLabels[each.state];
  return (
    <li id={rowAnchor(each.id)}>
      {open ? <RowChoice value={each.id} title={title} /> : <span />}
      <article className={own.item}>
        <h2>
          {each.state === "deleted" ? (
            title
          ) : (
            <Link to={to(paths.topic(each.tid))} prefetch="none">
              {title}
            </Link>
          )}
        </h2>
        <p className="facts">
          <span>{each.section.name}</span>
          <Link to={to(paths.moderation("forbiddenUser", { uid: author.uid }))} prefetch="none">
            作者 {author.nickName}
          </Link>
          <span>{Math.max(each.reporters, each.reports.length)} 人举报</span>
          <span>
            最早 <RelativeTime at={each.createdAt} />
          </span>
          {state ? <span>{state}</span> : null}
          {each.edited ? <span>举报后改过</span> : null}
          {assignee ? <span>{assignee.nickName} 受理中</span> : null}
          {decidedBy ? (
            <span>
              {decidedBy.nickName} 处理于 <RelativeTime at={each.decidedAt} />：{each.answer}
            </span>
          ) : null}
        </p>
        <Reports each={each} />
        {each.notes.length > 0 ? (
          <ul className={own.reports} aria-label="版主的备注">
            {each.notes.map(({ by, text, at }) => (
              <li key={at}>
                {by.nickName}：{text} <RelativeTime at={at} />
              </li>
            ))}
          </ul>
        ) : null}
        {each.destroyed ? null : (
          <Fold title="举报时的内容">
            {each.html === "" ? <p>这一页放不下这条内容，请打开帖子看</p> : <Prose html={each.html} />}
          </Fold>
        )}
        {open ? (
          <RowOutcomes
            id={each.id}
            title={title}
            outcomes={outcomesOf(each)}
            hint="理由，举报人和作者会看到"
            templates="report-reasons"
          />
        ) : null}
      </article>
    </li>
  );
}

/** The number of reports that are visible at first; the others unfold. */
const visibleReports = 5;

/** The latest reports. When very many members report a text, the page shows the number of the others. */
function Reports({ each: { reports, reporters } }: Pick<Props, "each">) {
  const others = reporters - reports.length;
  const earlier = reports.slice(0, -visibleReports);
  return (
    <div className={own.reports}>
      <ul>
        {reports.slice(-visibleReports).map((report) => (
          <Report key={report.person.uid} report={report} />
        ))}
      </ul>
      {earlier.length > 0 ? (
        <Fold title={`更早的 ${earlier.length} 条`}>
          <ul>
            {earlier.map((report) => (
              <Report key={report.person.uid} report={report} />
            ))}
          </ul>
        </Fold>
      ) : null}
      {others > 0 ? <p>另有 {others} 人举报</p> : null}
    </div>
  );
}

function Report({ report }: { report: ReportCase["reports"][number] }) {
  const before =
    report.decided > 0 ? `之前 ${report.decided} 次举报，成立 ${report.upheld} 次` : "第一次举报";
  return (
    <li>
      <b>{reportReasons[report.reason]}</b> {report.person.nickName}（{before}）
      {report.text ? `：${report.text}` : ""}
    </li>
  );
}
