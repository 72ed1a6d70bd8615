import { Form, Link, useActionData } from "@remix-run/react";
import { logActions, postActions } from "contract/moderation/actions";
import { daysMaximum } from "contract/moderation/fields";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import { givenBack, PlainField, PlainInput } from "~/forms/plain-field";
import { failureOfAny } from "~/forms/result";
import { ReasonField } from "~/screens/moderator/fields/reason-field";
import { Dialog, DialogButtons } from "~/ui/dialog";
import type { TopicDialog } from "../model/topic-dialog.server";
import type { DialogProps } from "./delete";
import styles from "./dialogs.module.css";

type Moderation = Extract<TopicDialog, { kind: "moderate" }>;

const postIntents = postActions.map((action) => `moderatePost:${action}`);

/** What a moderator does with the topic or reply that they read: the same as in the moderation area, undone the same way. */
export function ModerateDialog({
  page,
  moderation,
  back,
  onEscape,
}: DialogProps & { moderation: Moderation }) {
  const { post, submissionId } = moderation;
  const failure = failureOfAny(useActionData(), ["operate", "moderatePost", ...postIntents]);
  const typed = (name: string) => givenBack(failure, name);
  const ofTopic = post.isFloor && "floor" in post && post.floor === 1;
  const actions = postActions.filter((action) =>
    post.state === "hidden" ? action !== "hidePost" : action !== "showPost",
  );
  return (
    <Dialog title={`管理${ofTopic ? "主题" : post.name}`} onEscape={onEscape}>
      <Form
        method="post"
        action={page.at({ moderate: post.pid })}
        preventScrollReset
        reloadDocument
        className={styles.form}
      >
        <NoDefaultButton />
        <FormToken />
        <input type="hidden" name="submissionId" value={submissionId} />
        <FormProblems id="moderate-problems" errors={failure?.result.error?.[""] ?? undefined} />
        <QuestionBox intents={["operate", ...postIntents]} />
        {ofTopic ? (
          <TopicFields tid={page.topic.tid} moderation={moderation} typed={typed} />
        ) : (
          <input type="hidden" name="pid" value={post.pid} />
        )}
        <ReasonField hint="作者会看到；署名「版主」" templates="moderate-reasons" back={typed} />
        <p className={styles.lead}>
          <Link to={page.to(`/moderator/forbiddenUser?uid=${post.author.uid}`)} prefetch="none">
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
      </Form>
    </Dialog>
  );
}

function TopicFields({
  tid,
  moderation: { operations, sections },
  typed,
}: {
  tid: number;
  moderation: Moderation;
  typed: (name: string) => ReturnType<typeof givenBack>;
}) {
  return (
    <>
      <input type="hidden" name="ids" value={tid} />
      <PlainField label="操作" errors={typed("operation").errors}>
        {(control) => (
          <select {...control} name="operation" defaultValue={typed("operation").value ?? ""}>
            <option value="">请选择</option>
            {operations
              .filter(({ operations: [first] }) => first?.value !== "class")
              .map(({ label, operations: each }) => (
                <optgroup key={label} label={label}>
                  {each.map(({ value, label: name }) => (
                    <option key={value} value={value}>
                      {name}
                    </option>
                  ))}
                </optgroup>
              ))}
          </select>
        )}
      </PlainField>
      <PlainField label="移动到" hint="操作选「移动」时填" errors={typed("moveTo").errors}>
        {(control) => (
          <select {...control} name="moveTo" defaultValue={typed("moveTo").value ?? ""}>
            <option value="">不移动</option>
            {sections.map(({ fid, name }) => (
              <option key={fid} value={fid}>
                {name}
              </option>
            ))}
          </select>
        )}
      </PlainField>
      <PlainInput
        label="多少天后自动取消"
        hint="留空或 0 表示一直有效"
        errors={typed("days").errors}
        name="days"
        inputMode="numeric"
        maxLength={String(daysMaximum).length + 1}
        defaultValue={typed("days").value ?? ""}
      />
    </>
  );
}
