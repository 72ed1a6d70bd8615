import { Form, Link, useActionData, useNavigation } from "@remix-run/react";
import { reportTextMax } from "contract/limits";
import { refusals } from "contract/refusals";
import { Dialog, DialogButtons } from "~/components/dialog";
import { LoginDialog } from "~/components/dialogs";
import { FormToken, problem, typed } from "~/forms/field-parts";
import { failureOf } from "~/forms/result";
import type { NamedPost } from "../topic-detail";
import type { DialogProps } from "./delete";
import styles from "./dialogs.module.css";

const reasons = [
  ["spam", "广告或灌水"],
  ["abuse", "辱骂或人身攻击"],
  ["illegal", "违法违规内容"],
  ["infringement", "抄袭或侵权"],
  ["other", "其他"],
] as const;

/** Reports a post to the moderators: a reason, and in one's own words what is wrong. */
export function ReportDialog({ page, post, back, onEscape }: DialogProps & { post: NamedPost }) {
  const failure = failureOf(useActionData(), "report");
  const busy = useNavigation().state === "submitting";
  const errors = failure?.result.error ?? {};
  const before = failure?.result.initialValue ?? {};
  // No mistake of theirs: it is being looked at.
  const already = errors[""]?.[0] === refusals.ALREADY_REPORTED.message;
  return (
    <Dialog title={`举报${post.name}`} onEscape={onEscape}>
      {already ? (
        <p className={styles.told} role="status">
          {refusals.ALREADY_REPORTED.message}，不需要再提交一次。
        </p>
      ) : null}
      <Form method="post" action={page.at({ report: post.pid })} preventScrollReset className={styles.form}>
        <FormToken />
        <input type="hidden" name="pid" value={post.pid} />
        {already ? null : <p role="alert">{problem(errors[""] ?? undefined)}</p>}
        <fieldset aria-describedby={errors.reason ? "report-reason" : undefined}>
          <legend>举报原因</legend>
          {reasons.map(([value, name]) => (
            <label key={value}>
              <input type="radio" name="reason" value={value} defaultChecked={before.reason === value} />
              {name}
            </label>
          ))}
          <p id="report-reason">{problem(errors.reason ?? undefined)}</p>
        </fieldset>
        <label htmlFor="report-text">补充说明（选填）</label>
        <textarea
          id="report-text"
          name="text"
          rows={3}
          maxLength={reportTextMax}
          defaultValue={typed(before.text)}
          aria-invalid={errors.text ? true : undefined}
          aria-describedby={errors.text ? "report-problem" : undefined}
        />
        <p id="report-problem">{problem(errors.text ?? undefined)}</p>
        <DialogButtons>
          <Link className="button" to={back} preventScrollReset>
            {already ? "返回" : "取消"}
          </Link>
          <button type="submit" className="button" data-primary name="intent" value="report" disabled={busy}>
            提交举报
          </button>
        </DialogButtons>
      </Form>
      {failure?.dialog === "login" ? <LoginDialog redirect={page.at({ report: post.pid })} keepsPage /> : null}
    </Dialog>
  );
}
