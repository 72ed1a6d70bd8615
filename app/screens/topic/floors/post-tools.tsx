import type { DepthPost, FloorPost } from "contract/forum/shapes";
import { paths } from "~/navigation/paths";
import { isAcceptable } from "../model/topic-detail";
import type { TopicPage } from "../model/topic-page";
import styles from "./floor.module.css";
import { ReactionButton } from "./reaction-button";

interface PostToolsProps {
  page: TopicPage;
  post: DepthPost | FloorPost;
}

/** The tools of a reply: buttons of the page's forms, and links. */
export function PostTools({ page, post }: PostToolsProps) {
  const { topic, at, to, uid, standingOf } = page;
  const { pid } = post;
  const isListed = post.state === "listed" && topic.state === "listed";
  return (
    <p className={`${styles.tools} no-print`}>
      {post.state === "listed" ? (
        <ReactionButton what="like" target={pid} on={post.liked} count={post.likes} standingOf={standingOf} />
      ) : null}
      {page.mayReply && isListed ? (
        <a data-live="keep" href={at({ replyTo: pid })}>
          回复
        </a>
      ) : null}
      {page.mayAccomplish && isAcceptable(post) ? (
        <a data-live="keep" href={at({ accept: pid })}>
          采纳
        </a>
      ) : null}
      {topic.moderated && uid !== post.author.uid ? (
        <a data-live="keep" href={at({ moderate: pid })}>
          管理
        </a>
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
      {uid !== undefined && uid !== post.author.uid && isListed ? (
        <a data-live="keep" href={at({ report: pid })}>
          举报
        </a>
      ) : null}
    </p>
  );
}
