import { Link } from "@remix-run/react";
import type { AuthorCard } from "contract/calls/forum-read";
import type { DepthPost, FloorPost } from "contract/shapes";
import { Avatar } from "~/components/avatar";
import { Icon } from "~/components/icon";
import { Moment } from "~/components/moment";
import { Prose } from "~/components/prose";
import { shortCount } from "~/format/text";
import { isSameTime } from "~/format/time";
import { paths } from "~/paths";
import { useRoot, useShell } from "~/shells/use-shell";
import styles from "./floor.module.css";
import type { TopicDetail } from "./topic.server";

const roles = { admin: "管理员", moderator: "版主", member: "" } as const;

/** One floor: its author beside it (above it on h5), its text, what can be done, and the replies beneath. */
export function Floor({ topic, floor, author }: { topic: TopicDetail; floor: FloorPost; author: AuthorCard | undefined }) {
  const { to } = useShell();
  const isAsker = floor.author.uid === topic.author.uid;
  return (
    <section className={styles.floor} id={`post-${floor.pid}`} aria-label={`${floor.floor} 楼`}>
      <div className={styles.author}>
        <Link to={to(paths.user(floor.author.uid))} className={styles.person}>
          <Avatar icon={floor.author.icon} size={48} />
          <b>{floor.author.nickName}</b>
        </Link>
        <p className={styles.marks}>
          {isAsker ? (
            <span className="label" data-kind="pinned">
              楼主
            </span>
          ) : null}
          {author && roles[author.role] ? <span className="label">{roles[author.role]}</span> : null}
        </p>
        {author ? (
          <p className={styles.counts}>
            {shortCount(author.topics)} 帖 · {shortCount(author.posts - author.topics)} 回复
          </p>
        ) : null}
      </div>
      <div className={styles.body}>
        <p className={styles.meta}>
          <Times post={floor} />
          {floor.accepted ? (
            <span className="label" data-kind="solved">
              <Icon name="circle-check" /> 已采纳
            </span>
          ) : null}
          <Link
            className={styles.number}
            to={to(paths.topic(topic.tid, { page: topic.page, pid: floor.pid }))}
            aria-label={`${floor.floor} 楼的链接`}
          >
            {floor.floor === 1 ? "楼主" : `${floor.floor} 楼`}
          </Link>
        </p>
        {floor.deleted ? <p className={styles.deleted}>该楼层已删除</p> : <Prose html={floor.html} />}
        {floor.deleted ? null : <PostTools topic={topic} post={floor} editTopic={floor.floor === 1} />}
        {floor.depthPosts.length > 0 ? (
          <ul className={styles.depth}>
            {floor.depthPosts.map((post) => (
              <Depth key={post.pid} topic={topic} post={post} />
            ))}
            {floor.depthTotal > floor.depthPosts.length ? (
              <li>
                <Link preventScrollReset to={to(paths.topic(topic.tid, { page: topic.page, expand: floor.pid, pid: floor.pid }))}>
                  展开其余 {floor.depthTotal - floor.depthPosts.length} 条回复
                </Link>
              </li>
            ) : null}
          </ul>
        ) : null}
      </div>
    </section>
  );
}

/** A reply beneath a floor; deeper ones are flattened to 回复 @昵称. */
function Depth({ topic, post }: { topic: TopicDetail; post: DepthPost }) {
  const { to } = useShell();
  return (
    <li id={`post-${post.pid}`} className={styles.depthPost}>
      <Avatar icon={post.author.icon} size={24} />
      <div>
        <p className={styles.meta}>
          <Link to={to(paths.user(post.author.uid))}>{post.author.nickName}</Link>
          {post.replyTo ? (
            <span>
              回复 <Link to={to(paths.user(post.replyTo.uid))}>@{post.replyTo.nickName}</Link>
            </span>
          ) : null}
          <Times post={post} />
        </p>
        {post.deleted ? <p className={styles.deleted}>该回复已删除</p> : <Prose html={post.html} />}
        {post.deleted ? null : <PostTools topic={topic} post={post} />}
      </div>
    </li>
  );
}

function Times({ post }: { post: Pick<DepthPost, "createdAt" | "editedAt"> }) {
  return (
    <span>
      <Moment at={post.createdAt} />
      {post.editedAt && !isSameTime(post.createdAt, post.editedAt) ? (
        <span className={styles.edited}>
          （编辑于 <Moment at={post.editedAt} />）
        </span>
      ) : null}
    </span>
  );
}

/** Reply, edit and delete, as links: each is an address that the server answers. */
function PostTools({ topic, post, editTopic = false }: { topic: TopicDetail; post: DepthPost | FloorPost; editTopic?: boolean }) {
  const { to } = useShell();
  const signedIn = useRoot()?.me != null;
  const here = { page: topic.page };
  return (
    <p className={`${styles.tools} no-print`}>
      {signedIn && !topic.closed ? (
        <Link
          preventScrollReset
          to={to(paths.topic(topic.tid, editTopic ? here : { ...here, replyTo: post.pid })) + (editTopic ? "#reply" : "")}
        >
          <Icon name="arrow-back-up" />
          回复
        </Link>
      ) : null}
      {post.canEdit ? (
        <Link to={to(editTopic ? paths.editTopic(post.pid) : paths.editPost(post.pid))}>
          <Icon name="pencil" />
          编辑
        </Link>
      ) : null}
      {post.canDelete ? (
        <Link preventScrollReset to={`${to(paths.topic(topic.tid, here))}?remove=${post.pid}`}>
          <Icon name="trash" />
          删除
        </Link>
      ) : null}
    </p>
  );
}
