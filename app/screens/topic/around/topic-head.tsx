import { Fragment } from "react";
import { stateLabels } from "~/format/content-state";
import { shortCount } from "~/format/text";
import { TopicLabels } from "~/lists/topic-labels";
import { paths } from "~/navigation/paths";
import { Icon } from "~/ui/icon";
import { RelativeTime } from "~/ui/relative-time";
import type { TopicPage } from "../model/topic-page";
import styles from "./topic-head.module.css";

/** The topic's title with its breadcrumb, marks, stamp, tags and counts, and the moderators' last action on it. */
export function TopicHead({ page: { topic, to } }: { page: TopicPage }) {
  const { section, topicClass, movedFrom } = topic;
  return (
    <header className={styles.head}>
      <nav className={`crumbs ${styles.trail}`} aria-label="所在位置">
        <a data-live="" href={to(paths.forum())}>
          技术论坛
        </a>{" "}
        <a data-live="" href={to(paths.section(section.fid))}>
          {section.name}
        </a>
        {topicClass ? (
          <a data-live="" href={`${to(paths.section(section.fid))}?classId=${topicClass.id}`}>
            {topicClass.name}
          </a>
        ) : null}
      </nav>
      <h1>
        <TopicLabels topic={{ ...topic, stamp: null }} />
        {topic.title}
      </h1>
      <p className="facts">
        <span>
          发表于 <RelativeTime at={topic.createdAt} />
        </span>
        <span>{shortCount(topic.views)} 次浏览</span>
        <span>{shortCount(topic.replies)} 条回复</span>
        {movedFrom ? (
          <span>
            由「
            <a data-live="" href={to(paths.section(movedFrom.fid))}>
              {movedFrom.name}
            </a>
            」移入
          </span>
        ) : null}
        {topic.tags.map((tag) => (
          <Fragment key={tag.id}>
            <a data-live="" href={to(paths.tag(tag.id))}>
              #{tag.name}
            </a>{" "}
          </Fragment>
        ))}
      </p>
      {topic.stamp ? (
        <p className={styles.stamp}>
          <span className="visually-hidden">版主印章：</span>
          {topic.stamp}
        </p>
      ) : null}
      {topic.duplicateOf ? (
        <div className={styles.state} role="note">
          <Icon name="copy" />
          <p>
            和 <a href={to(paths.topic(topic.duplicateOf.tid))}>{topic.duplicateOf.title}</a>{" "}
            重复，请到那里继续讨论。
          </p>
        </div>
      ) : null}
      <State topic={topic} />
    </header>
  );
}

/** The notice above a topic that not everyone sees, for its author and the moderators. */
function State({ topic: { state, reason } }: { topic: TopicPage["topic"] }) {
  if (state === "listed") return null;
  const next = {
    pending: "版主审核通过后，所有人就能看到它。",
    refused: "修改内容后会重新审核。",
    hidden: "有疑问可以联系版主。",
    recycled: "它在回收站里，版主可以恢复。",
    deleted: "",
  }[state];
  return (
    <div className={styles.state} role="note">
      <Icon name="lock" />
      <p>
        <b>{stateLabels[state]}</b>，目前只有作者和版主能看到。{next}
        {reason ? <span className={styles.reason}>原因：{reason}</span> : null}
      </p>
    </div>
  );
}
