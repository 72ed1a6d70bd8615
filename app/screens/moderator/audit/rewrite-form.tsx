import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { titleMax } from "contract/forum/constants";
import { TextArea } from "~/forms/form/text-area";
import { TextField } from "~/forms/inputs/text-field";
import type { FormFailure } from "~/forms/result";
import { ModerationForm } from "~/moderation/moderation-form";
import { ReasonField } from "~/moderation/reason-field";
import styles from "../theme/theme.module.css";

interface Props {
  waiting: CallResponse<"reviewText">;
  /** The address of the list. */
  back: string;
  failure: FormFailure | undefined;
}

/**
 * The form in which a moderator corrects a waiting text. The corrected text is approved, and its author reads the
 * reason.
 */
export function RewriteForm({ waiting, back, failure }: Props) {
  const { pid, title, content, editedAt, author, words } = waiting;
  // The version that the moderator saw when the form first opened, also after a refusal.
  const base = failure?.result.initialValue?.baseEditedAt ?? editedAt ?? "";
  return (
    <ModerationForm
      id="rewrite"
      asks={[]}
      failure={failure}
      values={{ title, content }}
      className={styles.form}
      label="修改后通过"
    >
      <input type="hidden" name="pid" value={pid} />
      <input type="hidden" name="baseEditedAt" value={String(base)} />
      <fieldset className={styles.doing}>
        <legend>修改 {author.nickName} 的内容并通过</legend>
        {words.length > 0 ? <p className={styles.wide}>命中：{words.join("、")}</p> : null}
        {title === null ? null : (
          <div className={styles.wide}>
            <TextField label="标题" name="title" maxLength={titleMax} />
          </div>
        )}
        <div className={styles.wide}>
          <TextArea label="正文" hint="Markdown；原文会留在修改记录里，作者看得到" name="content" rows={14} />
        </div>
        <div className={styles.wide}>
          <ReasonField hint="作者会看到；署名「版主」" templates="rewrite-reasons" />
        </div>
        <p className={styles.buttons}>
          <button type="submit" className="button" name="intent" value="rewrite" data-primary>
            修改并通过
          </button>
          <Link to={back} className="button" prefetch="none">
            返回列表
          </Link>
        </p>
      </fieldset>
    </ModerationForm>
  );
}
