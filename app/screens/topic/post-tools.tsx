import type { DepthPost, FloorPost } from "contract/shapes";
import { paths } from "~/paths";
import styles from "./floor.module.css";
import { ReactionButton } from "./reaction-button";
import type { TopicPage } from "./topic-page";

/** The form that the buttons for accepting an answer belong to. */
export const acceptForm = "accept";

interface PostToolsProps {
  page: TopicPage;
  post: DepthPost | FloorPost;
  /** Whether the post is an answer that can be accepted: a floor after the first. */
  answer?: boolean;
  accepted?: boolean;
}

/** What can be done with a reply: buttons of the page's forms, and links that the server answers. */
export function PostTools({ page, post, answer = false, accepted = false }: PostToolsProps) {
  const { topic, at, to, uid, standingOf } = page;
  const { pid } = post;
  return (
    <p className={`${styles.tools} no-print`}>
      {post.state === "listed" ? (
        <ReactionButton what="like" target={pid} on={post.liked} count={post.likes} standingOf={standingOf} />
      ) : null}
      {page.mayReply && post.state === "listed" ? (
        <a data-live="keep" href={at({ replyTo: pid })}>
          回复
        </a>
      ) : null}
      {answer && page.mayAccomplish && !accepted && post.state === "listed" ? (
        <button type="submit" form={acceptForm} name="pid" value={pid}>
          采纳
        </button>
      ) : null}
      {post.canEdit ? (
        <a data-live="" href={to(paths.editPost(pid))}>
          编辑
        </a>
      ) : null}
      {post.canDelete ? (
        <a data-live="keep" href={at({ remove: pid })}>
          删除
        </a>
      ) : null}
      {uid !== undefined && uid !== post.author.uid && topic.state === "listed" ? (
        <a data-live="keep" href={at({ report: pid })}>
          举报
        </a>
      ) : null}
    </p>
  );
}
