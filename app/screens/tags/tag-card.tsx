import { Link } from "@remix-run/react";
import type { TagRow } from "contract/forum/tags/calls";
import { shortCount } from "~/format/text";
import { FollowButton } from "~/lists/follow-button";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import styles from "./tags.module.css";

/** A tag in a list of tags: its description, its numbers, and the button to follow it. */
export function TagCard({ tag }: { tag: TagRow }) {
  const { to } = useShell();
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <h3>
          <Link to={to(paths.tag(tag.id))}>{tag.name}</Link>
        </h3>
        <FollowButton kind="tag" target={tag.id} followed={tag.followed} name={tag.name} />
      </div>
      {tag.summary ? <p>{tag.summary}</p> : null}
      <p className={styles.facts}>
        <span>{shortCount(tag.topics)} 个帖子</span>
        <span>{shortCount(tag.followers)} 人关注</span>
      </p>
    </li>
  );
}
