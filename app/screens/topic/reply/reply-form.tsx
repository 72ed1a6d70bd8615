import { Link, useActionData } from "@remix-run/react";
import { browserForumRefusals } from "contract/forum/constants";
import { lazy, Suspense } from "react";
import "~/editor/uploads/upload-fields.module.css";
import "~/forms/fields.module.css";
import "~/editor/markdown-field.module.css";
import "~/editor/drafts/draft-parts.module.css";
import "~/screens/posting/preview.module.css";
import type { DraftState } from "~/editor/drafts/draft";
import { mutedText } from "~/format/content-state";
import { failureOf } from "~/forms/result";
import { useAcceptedCount } from "~/forms/use-accepted-count";
import { chunk } from "~/navigation/chunk";
import { paths, replyField } from "~/navigation/paths";
import { useRoot, useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import type { TopicDetail } from "../model/topic-detail";
import styles from "./reply-form.module.css";

/**
 * The form's code loads after the page: the server's HTML works without it. It loads at once, not when the reader
 * first touches the form: Remix renders again from its root at each navigation, and React then throws away the HTML
 * of a boundary whose code is still missing, with what was typed in it.
 */
const OpenReplyForm = lazy(chunk(() => import("./open-reply-form")));

export interface ReplyTarget {
  pid: number;
  name: string;
  author: { nickName: string };
}

export interface ReplyFormProps {
  topic: TopicDetail;
  replyTo: ReplyTarget | null;
  submissionId: string;
  draft: DraftState;
}

/**
 * The reply form at the end of a topic, or the reason why there is none. `replyTo` is the post that the reply answers.
 */
export function ReplyForm({ topic, replyTo, submissionId, draft }: ReplyFormProps) {
  const { to, here } = useShell();
  const accepted = useAcceptedCount("reply");
  const signedIn = useRoot()?.me != null;
  // A typed reply stays visible, whatever the reason why it cannot be posted now.
  const isRefused = failureOf(useActionData(), "reply") !== undefined;
  const form = (
    <Suspense>
      <OpenReplyForm
        key={accepted}
        topic={topic}
        replyTo={replyTo}
        submissionId={submissionId}
        draft={draft}
      />
    </Suspense>
  );
  if (isRefused) return form;
  const instead = (text: string) => (
    <p className={`${styles.note} no-print`} id="reply">
      <Icon name="lock" />
      <span id={replyField}>{text}</span>
    </p>
  );
  if (topic.state !== "listed") return instead(browserForumRefusals.CONTENT_NOT_LISTED.message);
  if (topic.closed) return instead(browserForumRefusals.TOPIC_CLOSED.message);
  if (topic.postingClosed) return instead(browserForumRefusals.SECTION_POSTING_CLOSED.message);
  if (!signedIn) {
    return (
      <p className={`${styles.note} no-print`} id="reply">
        <a className="button" data-primary href={paths.login(here)}>
          登录后回复
        </a>
      </p>
    );
  }
  if (topic.replyRefusal === "PHONE_NOT_BOUND") {
    // The refusal of spec 8 comes when the reply is posted; a note before the form saves the member the writing.
    return (
      <>
        <p className={`${styles.note} no-print`}>
          {browserForumRefusals.PHONE_NOT_BOUND.message} <Link to={to(paths.bindPhone())}>去绑定</Link>
        </p>
        {form}
      </>
    );
  }
  if (topic.replyRefusal === "RIGHT_DENIED") return instead("你在这个版块没有回帖的权限");
  if (topic.replyRefusal === "MUTED") {
    return instead(mutedText(topic.mutedUntil, topic.muteReason));
  }
  return form;
}
