import { Link } from "@remix-run/react";
import type { TopicRow as Topic } from "contract/shapes";
import { shortCount } from "~/format/text";
import { paths } from "~/paths";
import { useShell } from "~/shells/use-shell";
import { Avatar } from "./avatar";
import { Icon } from "./icon";
import { Moment } from "./moment";
import styles from "./topic-row.module.css";

/** The marks before a title; closed and solved are words too, never colour alone. */
export function TopicLabels({ topic }: { topic: Pick<Topic, "pinned" | "digest" | "solved" | "closed"> }) {
  return (
    <>
      {topic.pinned ? <Label kind="pinned" name="置顶" /> : null}
      {topic.digest ? <Label kind="digest" name="精华" /> : null}
      {topic.solved ? <Label kind="solved" name="已解决" /> : null}
      {topic.closed ? <Label kind="closed" name="已关闭" /> : null}
    </>
  );
}

function Label({ kind, name }: { kind: string; name: string }) {
  return (
    <span className="label" data-kind={kind}>
      {name}
    </span>
  );
}

/** One row of a topic list. `showSection` is off inside a section; `showPinned` is off where pinning has no effect. */
export function TopicRow({ topic, showSection = true, showPinned = true }: { topic: Topic; showSection?: boolean; showPinned?: boolean }) {
  const { to } = useShell();
  return (
    <li className={styles.row}>
      <Avatar icon={topic.author.icon} />
      <div className={styles.body}>
        <h2 className={styles.title}>
          <TopicLabels topic={showPinned ? topic : { ...topic, pinned: false }} />
          <Link to={to(paths.topic(topic.tid))}>{topic.title}</Link>
        </h2>
        <p className={styles.meta}>
          {showSection ? <Link to={to(paths.section(topic.section.fid))}>{topic.section.name}</Link> : null}
          {topic.topicClass ? <span>{topic.topicClass.name}</span> : null}
          <Link to={to(paths.user(topic.author.uid))}>{topic.author.nickName}</Link>
          <span>
            {topic.lastReplier ? `${topic.lastReplier.nickName} 回复于 ` : "发表于 "}
            <Moment at={topic.lastReplier ? topic.lastReplyAt : topic.createdAt} />
          </span>
          {topic.tags.map((tag) => (
            <Link key={tag.id} className={styles.tag} to={to(paths.tag(tag.id))}>
              #{tag.name}
            </Link>
          ))}
        </p>
      </div>
      <dl className={styles.counts}>
        <div data-answered={topic.replies > 0 || undefined}>
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
