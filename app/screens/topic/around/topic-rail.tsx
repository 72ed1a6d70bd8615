import { shortCount } from "~/format/text";
import { FollowButton } from "~/lists/follow-button";
import { NewTopicButton } from "~/lists/new-topic-button";
import { paths } from "~/navigation/paths";
import { Avatar } from "~/ui/avatar";
import type { TopicPage } from "../model/topic-page";
import { FloorProgress } from "./floor-progress";
import styles from "./topic-rail.module.css";

export interface RelatedTopic {
  tid: number;
  title: string;
  replies: number;
  solved: boolean;
}

interface TopicRailProps {
  page: TopicPage;
  related: RelatedTopic[];
  here: string;
  /** Whether the card has the follow button; on phones that button is beside the text. */
  follow: boolean;
}

/** The column beside a topic: the link to post a new one, the author's card, and related topics. */
export function TopicRail({ page, related, here, follow }: TopicRailProps) {
  const { topic, to } = page;
  const { author, card } = topic;
  return (
    <aside className={`${styles.rail} no-print`} aria-label="帖子信息">
      <NewTopicButton {...(topic.postingClosed ? {} : { fid: topic.section.fid })} />
      {card ? (
        <section className={`surface ${styles.card}`}>
          <h2>楼主</h2>
          <div className={styles.author}>
            <a className={styles.person} data-live="" href={to(paths.user(author.uid))}>
              <Avatar icon={author.icon} size={40} />
              <b>{author.nickName}</b>
            </a>
            {follow ? (
              <FollowButton
                kind="user"
                target={author.uid}
                followed={topic.authorFollowed}
                name={author.nickName}
              />
            ) : null}
          </div>
          {card.intro ? <p>{card.intro}</p> : null}
          <dl>
            <div>
              <dt>帖子</dt>
              <dd>{shortCount(card.topics)}</dd>
            </div>
            <div>
              <dt>回复</dt>
              <dd>{shortCount(card.posts - card.topics)}</dd>
            </div>
            <div>
              <dt>粉丝</dt>
              <dd>{shortCount(card.followers)}</dd>
            </div>
          </dl>
        </section>
      ) : null}
      {related.length > 0 ? (
        <section className={`surface ${styles.card}`}>
          <h2>相关帖子</h2>
          <ul className={styles.related}>
            {related.map(({ tid, title, replies, solved }) => (
              <li key={tid}>
                <a data-live="" href={to(paths.topic(tid))}>
                  {title}
                </a>
                <span>
                  {solved ? "已解决 · " : ""}
                  {shortCount(replies)} 回复
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {follow ? <FloorProgress page={page} here={here} /> : null}
    </aside>
  );
}
