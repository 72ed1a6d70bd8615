import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import type { ReactNode } from "react";
import { FollowTopic, MuteTopic } from "~/lists/reading/topic-level";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./personal.module.css";

type Topics = CallResponse<"leveledTopics">["topics"];

/** The topics that the member follows and those that the member muted, each with a button to undo that. */
export function LeveledTopics({
  followed,
  muted,
  empty,
}: {
  followed: Topics;
  muted: Topics;
  empty: ReactNode;
}) {
  if (followed.length + muted.length === 0) return empty;
  return (
    <>
      <Leveled title="关注的帖子" level="follow" topics={followed} />
      <Leveled title="静音的帖子" level="mute" topics={muted} />
    </>
  );
}

function Leveled({ title, level, topics }: { title: string; level: "follow" | "mute"; topics: Topics }) {
  const { to } = useShell();
  if (topics.length === 0) return null;
  const Button = level === "follow" ? FollowTopic : MuteTopic;
  return (
    <section className={styles.part}>
      <h2>
        {title}
        <small>{topics.length}</small>
      </h2>
      <ul className={styles.follows}>
        {topics.map((topic) => (
          <li key={topic.tid}>
            <Icon name={level === "follow" ? "bell" : "bell-off"} />
            <div>
              {topic.title ? (
                <Link to={to(paths.topic(topic.tid))}>{topic.title}</Link>
              ) : (
                <span>帖子已看不到了</span>
              )}
              <p>
                <RelativeTime at={topic.since} /> {level === "follow" ? "关注" : "静音"}
              </p>
            </div>
            <Button tid={topic.tid} title={topic.title} level={level} />
          </li>
        ))}
      </ul>
    </section>
  );
}
