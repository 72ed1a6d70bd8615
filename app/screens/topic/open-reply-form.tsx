import { getFormProps } from "@conform-to/react";
import { Form, Link, useNavigation } from "@remix-run/react";
import { LoginDialog, PhoneDialog } from "~/components/dialogs";
import { MarkdownField } from "~/editor/markdown-field";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { useScreenForm } from "~/forms/use-screen-form";
import { paths } from "~/paths";
import { useShell } from "~/shells/use-shell";
import type { ReplyShape } from "./reply.schema";
import type { ReplyTarget } from "./reply-form";
import styles from "./topic.module.css";
import type { TopicDetail } from "./topic-detail";

interface OpenReplyFormProps {
  topic: TopicDetail;
  replyTo: ReplyTarget | null;
  submissionId: string;
}

/** The reply form of somebody who may reply. */
export default function OpenReplyForm({ topic, replyTo, submissionId }: OpenReplyFormProps) {
  const { to, here } = useShell();
  const busy = useNavigation().state === "submitting";
  const { form, fields, failure, onFocus } = useScreenForm<ReplyShape>({
    id: "reply",
    intent: "reply",
    loadValidate: () => import("./reply.schema"),
  });
  const typedBefore = failure?.result.initialValue?.submissionId;
  return (
    <Form method="post" className={`${styles.reply} no-print`} onFocus={onFocus} {...getFormProps(form)}>
      <FormToken />
      <input type="hidden" name="submissionId" value={typeof typedBefore === "string" ? typedBefore : submissionId} />
      {replyTo ? (
        <p>
          <input type="hidden" name="parent" value={replyTo.pid} />
          回复 {replyTo.name} @{replyTo.author.nickName}{" "}
          <Link preventScrollReset to={`${to(paths.topic(topic.tid, { page: topic.page }))}#reply`}>
            取消，改为回复主帖
          </Link>
        </p>
      ) : null}
      <FormProblems id={form.errorId} errors={form.errors} />
      <MarkdownField field={fields.content} intent="reply" label="回复" hint="支持 Markdown，代码请用 ``` 包起来" rows={6} />
      <button type="submit" className={`button ${styles.submit}`} data-primary name="intent" value="reply" disabled={busy}>
        {busy ? "正在发表…" : "发表回复"}
      </button>
      {failure?.dialog === "login" ? <LoginDialog redirect={here} keepsPage /> : null}
      {failure?.dialog === "phone" ? <PhoneDialog /> : null}
    </Form>
  );
}
