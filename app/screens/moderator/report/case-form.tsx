import { Form, Link, useLocation } from "@remix-run/react";
import type { ReportCase } from "contract/moderation/cases/calls";
import { reasonMax } from "contract/moderation/fields";
import { stateLabels } from "~/format/content-state";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { givenBack, PlainField, PlainInput } from "~/forms/plain-field";
import { reportReasons } from "~/forms/report-fields";
import type { FormFailure } from "~/forms/result";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Prose } from "~/ui/prose";
import { RelativeTime } from "~/ui/relative-time";
import own from "../audit/audit.module.css";
import { ReasonTemplates } from "../fields/reason-templates";
import { SelectAll } from "../fields/select-all";
import styles from "../theme/theme.module.css";

interface Props {
  cases: ReportCase[];
  total: number;
  open: boolean;
  submissionId: string;
  failure: FormFailure | undefined;
}

/** Cases, and the one form that settles those that are chosen: the text, all its reports, everybody who is told. */
export function CaseForm({ cases, total, open, submissionId, failure }: Props) {
  const { pathname, search } = useLocation();
  const back = (name: string) => givenBack(failure, name);
  const chosen = new Set(back("ids").values);
  return (
    <Form method="post" action={pathname + search} reloadDocument className={styles.form}>
      <FormToken />
      <input type="hidden" name="submissionId" value={submissionId} />
      <FormProblems id="report-problems" errors={failure?.result.error?.[""] ?? undefined} />
      <FormProblems id="report-chosen" errors={back("ids").errors ?? undefined} />
      <p className={styles.total}>共 {total} 项：</p>
      {open ? <SelectAll /> : null}
      <ul className={styles.rows}>
        {cases.map((each) => (
          <Case key={each.id} each={each} chosen={chosen.has(String(each.id))} open={open} />
        ))}
      </ul>
      {open ? (
        <fieldset className={styles.doing}>
          <legend>处理选中的举报</legend>
          <PlainField label="举报成立时，对内容">
            {(control) => (
              <select {...control} name="action" defaultValue={back("action").value ?? "none"}>
                <option value="none">不处理内容</option>
                <option value="hide">屏蔽</option>
                <option value="recycle">删除到回收站</option>
              </select>
            )}
          </PlainField>
          <div className={styles.wide}>
            <PlainInput
              label="理由"
              hint="举报人和作者会看到；署名「版主」"
              errors={back("reason").errors}
              name="reason"
              list="report-reasons"
              maxLength={reasonMax}
              defaultValue={back("reason").value ?? ""}
            />
            <ReasonTemplates id="report-reasons" />
          </div>
          <p className={styles.buttons}>
            <button type="submit" className="button" name="intent" value="reject">
              举报不成立
            </button>
            <button type="submit" className="button" name="intent" value="uphold" data-primary>
              举报成立
            </button>
            <button type="submit" className="button" name="intent" value="assign">
              受理
            </button>
            <button type="submit" className="button" name="intent" value="release">
              放回
            </button>
          </p>
          <div className={styles.wide}>
            <PlainInput
              label="备注"
              hint="只有版主看到，不作处理"
              errors={back("note").errors}
              name="note"
              maxLength={reasonMax}
              defaultValue={back("note").value ?? ""}
            />
          </div>
          <p className={styles.buttons}>
            <button type="submit" className="button" name="intent" value="note">
              只记备注
            </button>
          </p>
        </fieldset>
      ) : null}
    </Form>
  );
}

function Case({ each, chosen, open }: { each: ReportCase; chosen: boolean; open: boolean }) {
  const { to } = useShell();
  const { author, reports, assignee, decidedBy } = each;
  const state = stateLabels[each.state];
  return (
    <li>
      {open ? (
        <label className={styles.choose}>
          <input type="checkbox" name="ids" value={each.id} defaultChecked={chosen} />
          <span className="visually-hidden">选择：{each.title}</span>
        </label>
      ) : (
        <span />
      )}
      <article className={own.item}>
        <h2>
          <Link to={to(paths.topic(each.tid))} prefetch="none">
            {each.title || "（已销毁）"}
          </Link>
        </h2>
        <p className="facts">
          <span>{each.section.name}</span>
          <span>作者 {author.nickName}</span>
          <span>{reports.length} 人举报</span>
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
        <ul className={own.reports}>
          {reports.map((report) => (
            <li key={report.person.uid}>
              <b>{reportReasons[report.reason]}</b> {report.person.nickName}
              {report.decided > 0
                ? `（之前 ${report.decided} 次举报，成立 ${report.upheld} 次）`
                : "（第一次举报）"}
              {report.text ? `：${report.text}` : ""}
            </li>
          ))}
        </ul>
        {each.notes.length > 0 ? (
          <ul className={own.reports} aria-label="版主的备注">
            {each.notes.map(({ by, text, at }) => (
              <li key={at}>
                {by.nickName}：{text} <RelativeTime at={at} />
              </li>
            ))}
          </ul>
        ) : null}
        <details>
          <summary>举报时的内容</summary>
          <Prose html={each.html} />
        </details>
      </article>
    </li>
  );
}
