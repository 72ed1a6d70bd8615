import { FollowTopic, MuteTopic } from "~/lists/reading/topic-level";
import type { TopicPage } from "../model/topic-page";
import styles from "./reading.module.css";

const levelTexts = {
  default: "有人回复或提到你时会通知你。",
  follow: "有新回复会通知你，帖子也在“我的关注”里。",
  mute: "不再通知你这个帖子的任何消息，列表里也会折叠。",
};

/** Which notices about the topic the reader wants, below its floors; nothing for visitors. */
export function TopicFollow({ page: { topic, uid } }: { page: TopicPage }) {
  const { tid, title, reading, author } = topic;
  if (!reading) return null;
  const { level } = reading;
  const all = level === "default" && author.uid === uid;
  return (
    <section className={`${styles.follow} no-print`} aria-label="这个帖子的通知">
      <p>{all ? "这是你的帖子，每条新回复都会通知你。" : levelTexts[level]}</p>
      <FollowTopic tid={tid} title={title} level={level} />
      <MuteTopic tid={tid} title={title} level={level} />
    </section>
  );
}
