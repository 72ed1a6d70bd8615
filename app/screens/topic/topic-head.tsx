import { Link } from "@remix-run/react";
import { Icon } from "~/components/icon";
import { Moment } from "~/components/moment";
import { TopicLabels } from "~/components/topic-row";
import { shortCount } from "~/format/text";
import { paths } from "~/paths";
import { useShell } from "~/shells/use-shell";
import styles from "./topic.module.css";
import type { TopicDetail } from "./topic.server";

/** The topic's title with where it stands, its marks, tags and counts. */
export function TopicHead({ topic }: { topic: TopicDetail }) {
  const { to } = useShell();
  return (
    <header className={styles.head}>
      <nav aria-label="位置" className={styles.trail}>
        <Link to={to(paths.forum())}>技术论坛</Link>
        <Icon name="chevron-right" />
        <Link to={to(paths.section(topic.section.fid))}>{topic.section.name}</Link>
        {topic.topicClass ? (
          <>
            <Icon name="chevron-right" />
            <Link to={`${to(paths.section(topic.section.fid))}?classId=${topic.topicClass.id}`}>{topic.topicClass.name}</Link>
          </>
        ) : null}
      </nav>
      <h1>
        <TopicLabels topic={topic} />
        {topic.title}
      </h1>
      <p className={styles.facts}>
        <span>
          发表于 <Moment at={topic.createdAt} />
        </span>
        <span>{shortCount(topic.views)} 次浏览</span>
        <span>{shortCount(topic.replies)} 条回复</span>
        {topic.tags.map((tag) => (
          <Link key={tag.id} to={to(paths.tag(tag.id))}>
            #{tag.name}
          </Link>
        ))}
      </p>
    </header>
  );
}
