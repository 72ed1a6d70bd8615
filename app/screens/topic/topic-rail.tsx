import { Link } from "@remix-run/react";
import { Avatar } from "~/components/avatar";
import { NewTopicButton } from "~/components/new-topic-button";
import { shortCount } from "~/format/text";
import { paths } from "~/paths";
import { useShell } from "~/shells/use-shell";
import styles from "./topic.module.css";
import type { TopicDetail } from "./topic.server";

/** Beside a topic: its author's card and the way to a new topic in the same section. */
export function TopicRail({ topic }: { topic: TopicDetail }) {
  const { to } = useShell();
  const card = topic.authors[topic.author.uid];
  return (
    <aside className={`${styles.rail} no-print`} aria-label="帖子信息">
      <NewTopicButton fid={topic.section.fid} />
      {card ? (
        <section className={`surface ${styles.card}`}>
          <h2>楼主</h2>
          <Link className={styles.cardPerson} to={to(paths.user(card.uid))}>
            <Avatar icon={card.icon} size={40} />
            <b>{card.nickName}</b>
          </Link>
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
    </aside>
  );
}
