import { paths, replyField } from "~/navigation/paths";
import { Icon } from "~/ui/icon";
import { mayInvite, type TopicDetail } from "../model/topic-detail";
import type { TopicPage } from "../model/topic-page";
import { TopicReactions } from "./topic-reactions";
import styles from "./topic-tools.module.css";

type FirstFloor = TopicDetail["floors"][number];

/**
 * The tools below the topic's own text: like, favourite, invite, share, and the actions of its author, other members
 * and moderators.
 */
export function TopicTools({ page, first }: { page: TopicPage; first: FirstFloor }) {
  const { topic, at, to, uid } = page;
  const isListed = topic.state === "listed";
  return (
    <div className={`${styles.tools} no-print`}>
      {isListed ? <TopicReactions page={page} first={first} /> : null}
      {uid !== undefined && mayInvite(topic) && !topic.solved ? (
        <a className={styles.invite} data-live="keep" href={at({ invite: 1 })}>
          <Icon name="user-plus" />
          邀请回答
        </a>
      ) : null}
      <span className={styles.rest}>
        {page.mayReply ? (
          <a data-live="keep" href={page.answersPost ? at({ replyTo: 0 }) : `#${replyField}`}>
            回复
          </a>
        ) : null}
        {page.mayAccomplish ? (
          <a data-live="keep" href={at({ accomplish: 1 })}>
            结束提问
          </a>
        ) : null}
        {isListed ? (
          <a data-live="" href={to(paths.addToList("topic", topic.tid))}>
            加入清单
          </a>
        ) : null}
        {topic.moderated ? (
          <a data-live="keep" href={at({ moderate: first.pid })}>
            管理
          </a>
        ) : null}
        {first.canEdit ? (
          <a data-live="" href={to(paths.editTopic(first.pid))}>
            编辑
          </a>
        ) : null}
        {first.canDelete ? (
          <a data-live="keep" href={at({ remove: first.pid })}>
            删除
          </a>
        ) : null}
        {uid !== undefined && uid !== topic.author.uid && isListed ? (
          <a data-live="keep" href={at({ report: first.pid })}>
            举报
          </a>
        ) : null}
      </span>
    </div>
  );
}
