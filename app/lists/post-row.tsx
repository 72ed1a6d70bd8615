import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { stateLabels } from "~/format/content-state";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./post-row.module.css";

type Post = CallResponse<"otherUserPosts">["posts"][number] &
  Partial<Pick<CallResponse<"myPosts">["posts"][number], "state" | "reason">>;

/** A reply in a list of a person's replies. A reply that is not public says so and why. */
export function PostRow({ post }: { post: Post }) {
  const { to } = useShell();
  const { state = "listed" } = post;
  return (
    <li className={styles.row}>
      <p className={styles.title}>
        {state === "listed" ? null : (
          <span className="label" data-kind="state">
            {stateLabels[state]}
          </span>
        )}
        <Link to={to(paths.topic(post.tid, { pid: post.pid, seek: true }))}>{post.topicTitle}</Link>
      </p>
      {post.excerpt ? <p className={styles.excerpt}>{post.excerpt}</p> : null}
      {post.reason ? <p className={styles.reason}>原因：{post.reason}</p> : null}
      <p className={styles.facts}>
        <span>{post.floor === null ? "楼中回复" : `${post.floor} 楼`}</span>
        <RelativeTime at={post.createdAt} />
      </p>
    </li>
  );
}
