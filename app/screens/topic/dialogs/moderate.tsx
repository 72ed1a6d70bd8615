import { Link } from "@remix-run/react";
import { logActions, postActions } from "contract/moderation/actions";
import { useFormAnswer } from "~/forms/form-answer";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { failureOfAny } from "~/forms/result";
import { ModerationForm } from "~/moderation/moderation-form";
import { OperateFields } from "~/moderation/operate-fields";
import { ReasonField } from "~/moderation/reason-field";
import { paths } from "~/navigation/paths";
import { Dialog, DialogButtons } from "~/ui/dialog";
import type { TopicDialog } from "../model/topic-dialog.server";
import type { DialogProps } from "./delete";
import styles from "./dialogs.module.css";

type Moderation = Extract<TopicDialog, { kind: "moderate" }>;

/**
 * A moderator's actions on the topic or reply that they read. They are the same as in the moderation area and are
 * undone the same way.
 */
export function ModerateDialog({
  page,
  moderation,
  back,
  onEscape,
}: DialogProps & { moderation: Moderation }) {
  const { post, submissionId } = moderation;
  const failure = failureOfAny(useFormAnswer(), ["operate", "moderatePost"]);
  const ofTopic = post.isFloor && "floor" in post && post.floor === 1;
  const actions = postActions.filter((action) =>
    post.state === "hidden" ? action !== "hidePost" : action !== "showPost",
  );
  return (
    <Dialog title={`管理${ofTopic ? "主题" : post.name}`} onEscape={onEscape}>
      <FieldProvider>
        <ModerationForm
          id="moderate"
          asks={["operate", "moderatePost"]}
          failure={failure}
          submissionId={submissionId}
          action={page.at({ moderate: post.pid })}
          className={styles.form}
        >
          {ofTopic ? (
            <>
              <input type="hidden" name="ids" value={page.topic.tid} />
              <OperateFields {...moderation} templates="moderate-reasons" />
            </>
          ) : (
            <>
              <input type="hidden" name="pid" value={post.pid} />
              <ReasonField hint="作者会看到；署名「版主」" templates="moderate-reasons" />
            </>
          )}
          <p className={styles.lead}>
            <Link
              to={page.to(paths.moderation("replies", { tid: page.topic.tid, page: page.topic.page }))}
              prefetch="none"
            >
              拆分、移动或合并
            </Link>
          </p>
          <p className={styles.lead}>
            <Link to={page.to(paths.moderatePerson(post.author.uid))} prefetch="none">
              警告或禁言 {post.author.nickName}
            </Link>
          </p>
          <DialogButtons>
            <Link className="button" to={back} preventScrollReset>
              取消
            </Link>
            {ofTopic ? (
              <button type="submit" className="button" name="intent" value="operate">
                执行
              </button>
            ) : (
              actions.map((action) => (
                <button
                  key={action}
                  type="submit"
                  className="button"
                  name="intent"
                  value={`moderatePost:${action}`}
                >
                  {logActions[action]}
                </button>
              ))
            )}
          </DialogButtons>
        </ModerationForm>
      </FieldProvider>
    </Dialog>
  );
}
