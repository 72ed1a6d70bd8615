import { getFormProps } from "@conform-to/react";
import { Button } from "@mantine/core";
import { Form, Link, useNavigation } from "@remix-run/react";
import { refusals } from "contract/refusals";
import { LoginDialog, PhoneDialog } from "~/components/dialogs";
import { FormProblems, FormToken, TextAreaField } from "~/forms/fields";
import { useAcceptedCount, useScreenForm } from "~/forms/use-screen-form";
import { paths } from "~/paths";
import { useRoot, useShell } from "~/shells/use-shell";
import type { ReplyShape } from "./reply.schema";
import styles from "./topic.module.css";
import type { TopicDetail } from "./topic.server";

interface Target {
  pid: number;
  name: string;
  author: { nickName: string };
}

/** The reply form at the end of a topic, or why there is none. `replyTo` is the floor or reply that is answered. */
export function ReplyForm({ topic, replyTo, submissionId }: { topic: TopicDetail; replyTo: Target | null; submissionId: string }) {
  const { to, here } = useShell();
  const accepted = useAcceptedCount("reply");
  const signedIn = useRoot()?.me != null;
  if (topic.closed) return <p className={styles.note}>{refusals.TOPIC_CLOSED.message}</p>;
  if (!signedIn) {
    return (
      <p className={styles.note} id="reply">
        <a className="button" data-primary href={paths.login(here)}>
          登录后回复
        </a>
      </p>
    );
  }
  if (topic.replyRefusal === "PHONE_NOT_BOUND") {
    return (
      <p className={styles.note} id="reply">
        {refusals.PHONE_NOT_BOUND.message} <Link to={to(paths.bindPhone())}>去绑定</Link>
      </p>
    );
  }
  if (topic.replyRefusal === "MUTED") return <p className={styles.note}>{refusals.MUTED.message}</p>;
  return <OpenForm key={accepted} topic={topic} replyTo={replyTo} submissionId={submissionId} />;
}

function OpenForm({ topic, replyTo, submissionId }: { topic: TopicDetail; replyTo: Target | null; submissionId: string }) {
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
      <TextAreaField field={fields.content} label="回复" hint="支持 Markdown，代码请用 ``` 包起来" rows={6} />
      <Button type="submit" name="intent" value="reply" disabled={busy} className={styles.submit ?? ""}>
        {busy ? "正在发表…" : "发表回复"}
      </Button>
      {failure?.dialog === "login" ? <LoginDialog redirect={here} keepsPage /> : null}
      {failure?.dialog === "phone" ? <PhoneDialog /> : null}
    </Form>
  );
}
