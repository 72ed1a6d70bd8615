import { Link, useActionData, useLocation, useNavigation } from "@remix-run/react";
import { lazy, Suspense, useEffect } from "react";
import { DraftAndPreview, DraftNotice } from "~/editor/drafts/draft-parts";
import fieldStyles from "~/editor/drafts/draft-parts.module.css";
import { MarkdownField } from "~/editor/markdown-field";
import { LateForm } from "~/forms/form/late-form";
import { useLateForm } from "~/forms/form/use-late-form";
import { chunk } from "~/navigation/chunk";
import { paths, replyField } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import type { EditorAnswer } from "~/screens/posting/posting.server";
import { Preview } from "~/screens/posting/preview";
import { LoginDialog, PhoneDialog } from "~/ui/dialogs";
import type { ReplyFormProps } from "./reply-form";
import styles from "./reply-form.module.css";

/** Loaded when two windows edited the same draft, which is rare. */
const Comparison = lazy(
  chunk(() => import("~/editor/drafts/comparison").then(({ Comparison: shown }) => ({ default: shown }))),
);

/** The reply form of a member who may reply. */
export default function OpenReplyForm({ topic, replyTo, submissionId, draft }: ReplyFormProps) {
  const { to, here } = useShell();
  const busy = useNavigation().state === "submitting";
  const reply = useLateForm({
    id: "reply",
    intent: "reply",
    defaultValue: { content: draft.restored?.values.content },
    loadValidate: () => import("./reply.schema"),
  });
  useFocusWhenLedHere();
  const answered = useActionData() as EditorAnswer | undefined;
  const { failure } = reply;
  const answer = failure ? answered : undefined;
  return (
    <LateForm of={reply} submissionId={submissionId} className={`${styles.reply} no-print`}>
      {replyTo ? (
        <p className={styles.target}>
          <input type="hidden" name="parent" value={replyTo.pid} />
          <span>
            回复 {replyTo.name} @{replyTo.author.nickName}
          </span>
          <Link preventScrollReset to={to(paths.topic(topic.tid, { page: topic.page, replyTo: 0 }))}>
            取消，改为回复主帖
          </Link>
        </p>
      ) : null}
      <DraftNotice draft={draft} answer={answer} unsavedText={failure !== undefined} />
      {answer?.compare ? (
        <Suspense>
          <Comparison compare={answer.compare} mine={String(failure?.result.initialValue?.content ?? "")} />
        </Suspense>
      ) : null}
      {answer?.preview ? <Preview {...answer.preview} /> : null}
      <MarkdownField
        field={reply.field("content")}
        intent="reply"
        label="回复"
        hint="支持 Markdown，代码请用 ``` 包起来"
        rows={6}
        draft={draft}
      />
      <div className={fieldStyles.buttons}>
        <button type="submit" className="button" data-primary name="intent" value="reply" disabled={busy}>
          {busy ? "正在发表…" : "发表回复"}
        </button>
        <DraftAndPreview busy={busy} />
      </div>
      {failure?.dialog === "login" ? <LoginDialog redirect={here} keepsPage /> : null}
      {failure?.dialog === "phone" ? <PhoneDialog /> : null}
    </LateForm>
  );
}

/**
 * Focuses the reply field when the address names it: browsers do that only for addresses that they load themselves.
 */
function useFocusWhenLedHere(): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at each navigation to the field
  useEffect(() => {
    if (hash === `#${replyField}`) document.getElementById(replyField)?.focus();
  }, [hash, key]);
}
