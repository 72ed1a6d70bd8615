import { Link } from "@remix-run/react";
import type { TopicRow as Topic } from "contract/forum/shapes";
import type { ReactNode } from "react";
import { Fragment } from "react";
import { stateLabels } from "~/format/content-state";
import { shortCount } from "~/format/text";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Avatar } from "~/ui/avatar";
import { Icon } from "~/ui/icon";
import { RelativeTime } from "~/ui/relative-time";
import { Label, TopicLabels } from "./topic-labels";
import styles from "./topic-row.module.css";

interface TopicRowProps {
  topic: Topic;
  /** False in a section's own list. */
  showSection?: boolean;
  /** False where pinned topics are not at the top. */
  showPinned?: boolean;
  /** The reader's number of new replies. */
  mark?: ReactNode;
  /** More content below the row, such as why the topic is listed. */
  children?: ReactNode;
}

/** A row of a topic list. A topic that is not public says so and why. */
export function TopicRow({ topic, showSection = true, showPinned = true, mark, children }: TopicRowProps) {
  const { to } = useShell();
  return (
    <li className={styles.row}>
      <Avatar icon={topic.author.icon} />
      <div className={styles.body}>
        <h2 className={styles.title}>
          {topic.state === "listed" ? null : <Label kind="state" name={stateLabels[topic.state]} />}
          <TopicLabels topic={showPinned ? topic : { ...topic, pinned: false }} />
          <Link to={to(paths.topic(topic.tid))} data-highlight={topic.highlight ?? undefined}>
            {topic.title}
          </Link>
        </h2>
        <div className={styles.lines}>
          <p className={`facts ${styles.meta}`}>
            {mark}
            {showSection ? (
              <Link className={styles.section} to={to(paths.section(topic.section.fid))}>
                {topic.section.name}
              </Link>
            ) : null}
            {topic.topicClass ? <span>{topic.topicClass.name}</span> : null}
            {topic.movedFrom ? <span>由{topic.movedFrom.name}移入</span> : null}
            <Link className={styles.author} to={to(paths.user(topic.author.uid))}>
              {topic.author.nickName}
            </Link>
            <span>
              {topic.lastReplier ? `${topic.lastReplier.nickName} 回复于 ` : "发表于 "}
              <RelativeTime at={topic.lastReplier ? topic.lastReplyAt : topic.createdAt} />
            </span>
          </p>
          {topic.tags.length > 0 ? (
            <p className={styles.tags}>
              {topic.tags.map((tag) => (
                <Fragment key={tag.id}>
                  <Link to={to(paths.tag(tag.id))}>{tag.name}</Link>{" "}
                </Fragment>
              ))}
            </p>
          ) : null}
        </div>
        {topic.reason ? <p className={styles.reason}>原因：{topic.reason}</p> : null}
        {children}
      </div>
      <dl className={styles.counts}>
        <div>
          <dt>回复</dt>
          <dd>
            <Icon name="message-circle" />
            {shortCount(topic.replies)}
          </dd>
        </div>
        <div>
          <dt>浏览</dt>
          <dd>
            <Icon name="eye" />
            {shortCount(topic.views)}
          </dd>
        </div>
      </dl>
    </li>
  );
}
