import type { DepthPost, FloorPost } from "contract/forum/shapes";
import { paths } from "~/navigation/paths";
import type { TopicPage } from "../model/topic-page";
import styles from "./floor.module.css";
import { ReactionButton } from "./reaction-button";

/** The form that the buttons for accepting an answer belong to. */
export const acceptForm = "accept";

/** Whether a post can be accepted as the answer: a floor after the first that everyone reads. */
export function isAcceptable(post: DepthPost | FloorPost): boolean {
  return "floor" in post && post.floor > 1 && !post.accepted && post.state === "listed";
}

interface PostToolsProps {
  page: TopicPage;
  post: DepthPost | FloorPost;
}

/** What can be done with a reply: buttons of the page's forms, and links that the server answers. */
export function PostTools({ page, post }: PostToolsProps) {
  const { topic, at, to, uid, standingOf } = page;
  const { pid } = post;
  const listed = post.state === "listed" && topic.state === "listed";
  return (
    <p className={`${styles.tools} no-print`}>
      {post.state === "listed" ? (
        <ReactionButton what="like" target={pid} on={post.liked} count={post.likes} standingOf={standingOf} />
      ) : null}
      {page.mayReply && listed ? (
        <a data-live="keep" href={at({ replyTo: pid })}>
          回复
        </a>
      ) : null}
      {page.mayAccomplish && isAcceptable(post) ? (
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
      {uid !== undefined && uid !== post.author.uid && listed ? (
        <a data-live="keep" href={at({ report: pid })}>
          举报
        </a>
      ) : null}
    </p>
  );
}
