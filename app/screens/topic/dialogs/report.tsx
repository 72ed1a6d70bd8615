import { Link, useNavigation } from "@remix-run/react";
import { browserForumRefusals } from "contract/forum/constants";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { useFormAnswer } from "~/forms/form-answer";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { ReportFields } from "~/forms/report-fields";
import { failureOf } from "~/forms/result";
import { Dialog, DialogButtons } from "~/ui/dialog";
import { LoginDialog } from "~/ui/dialogs";
import type { NamedPost } from "../model/topic-detail";
import type { DialogProps } from "./delete";
import styles from "./dialogs.module.css";

/** The form that reports a post to the moderators, with a reason and an explanation. */
export function ReportDialog({ page, post, back, onEscape }: DialogProps & { post: NamedPost }) {
  const failure = failureOf(useFormAnswer(), "report");
  const busy = useNavigation().state === "submitting";
  const errors = failure?.result.error ?? {};
  const form = useScreenForm({ id: "report", intent: "report", failure });
  // An earlier report is not the member's mistake, so it is shown as a status and not as an error.
  const already = errors[""]?.[0] === browserForumRefusals.ALREADY_REPORTED.message;
  return (
    <Dialog title={`举报${post.name}`} onEscape={onEscape}>
      {already ? (
        <p className={styles.told} role="status">
          {browserForumRefusals.ALREADY_REPORTED.message}，不需要再提交一次。
        </p>
      ) : null}
      <FieldProvider>
        <ScreenForm
          of={form}
          action={page.at({ report: post.pid })}
          preventScrollReset
          className={styles.form}
          problemsElsewhere={already}
        >
          <input type="hidden" name="pid" value={post.pid} />
          {already ? null : <ReportFields />}
          <p className={styles.lead}>
            涉及违法、侵权，或对版主的处理不服？
            <Link to={page.at({ complain: post.pid })} preventScrollReset prefetch="none">
              向平台投诉
            </Link>
          </p>
          <DialogButtons>
            <Link className="button" to={back} preventScrollReset>
              {already ? "返回" : "取消"}
            </Link>
            {already ? null : (
              <button
                type="submit"
                className="button"
                data-primary
                name="intent"
                value="report"
                disabled={busy}
              >
                提交举报
              </button>
            )}
          </DialogButtons>
        </ScreenForm>
      </FieldProvider>
      {failure?.dialog === "login" ? (
        <LoginDialog redirect={page.at({ report: post.pid })} keepsPage />
      ) : null}
    </Dialog>
  );
}
