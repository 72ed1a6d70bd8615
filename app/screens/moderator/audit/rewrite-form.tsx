import { Form, Link, useLocation } from "@remix-run/react";
import type { CallResponse } from "contract";
import { titleMax } from "contract/forum/constants";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { givenBack, PlainField, PlainInput } from "~/forms/plain-field";
import type { FormFailure } from "~/forms/result";
import { ReasonField } from "~/moderation/reason-field";
import styles from "../theme/theme.module.css";

interface Props {
  waiting: CallResponse<"reviewText">;
  /** Back to the list. */
  back: string;
  failure: FormFailure | undefined;
}

/** A moderator's correction of a text that waits: it is approved with it, and its author reads why. */
export function RewriteForm({ waiting, back, failure }: Props) {
  const { pathname, search } = useLocation();
  const { pid, title, content, editedAt, author, words } = waiting;
  const typed = (name: string) => givenBack(failure, name);
  return (
    <Form
      method="post"
      action={pathname + search}
      reloadDocument
      className={styles.form}
      aria-label="修改后通过"
    >
      <NoDefaultButton />
      <FormToken />
      <input type="hidden" name="pid" value={pid} />
      {/* The version that was seen when the form was first opened, also after it came back. */}
      <input type="hidden" name="baseEditedAt" value={typed("baseEditedAt").value ?? editedAt ?? ""} />
      <FormProblems id="rewrite-problems" errors={failure?.result.error?.[""] ?? undefined} />
      <fieldset className={styles.doing}>
        <legend>修改 {author.nickName} 的内容并通过</legend>
        {words.length > 0 ? <p className={styles.wide}>命中：{words.join("、")}</p> : null}
        {title === null ? null : (
          <div className={styles.wide}>
            <PlainInput
              label="标题"
              errors={typed("title").errors}
              name="title"
              maxLength={titleMax}
              defaultValue={typed("title").value ?? title}
            />
          </div>
        )}
        <div className={styles.wide}>
          <PlainField
            label="正文"
            hint="Markdown；原文会留在修改记录里，作者看得到"
            errors={typed("content").errors}
          >
            {(control) => (
              <textarea
                {...control}
                className="plain-input"
                name="content"
                rows={14}
                defaultValue={typed("content").value ?? content}
              />
            )}
          </PlainField>
        </div>
        <div className={styles.wide}>
          <ReasonField hint="作者会看到；署名「版主」" templates="rewrite-reasons" back={typed} />
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
    </Form>
  );
}
