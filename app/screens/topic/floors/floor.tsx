import { isSameTime } from "contract/base/time";
import type { DepthPost, FloorPost } from "contract/forum/shapes";
import type { ReactNode } from "react";
import { stateLabels, withheldText } from "~/format/content-state";
import { Attachments } from "~/lists/attachments";
import { paths } from "~/navigation/paths";
import { Avatar } from "~/ui/avatar";
import { Icon } from "~/ui/icon";
import { Prose } from "~/ui/prose";
import { RelativeTime } from "~/ui/relative-time";
import type { FloorAuthor } from "../model/topic-detail";
import type { TopicPage } from "../model/topic-page";
import { BlockedText } from "./blocked-text";
import styles from "./floor.module.css";
import { PostTools } from "./post-tools";

const roles = { admin: "管理员", moderator: "版主", member: "" } as const;

interface FloorProps {
  page: TopicPage;
  floor: FloorPost;
  author: FloorAuthor | undefined;
  /** The text in place of the floor's number. */
  beside?: ReactNode;
  /** The tools of the topic's own text, in place of a reply's. */
  tools?: ReactNode;
}

/** One floor: author and time on one line, text, tools, and the replies below. */
export function Floor({ page, floor, author, beside, tools }: FloorProps) {
  const { topic, to, at } = page;
  const { pid } = floor;
  return (
    <section
      className={styles.floor}
      id={`post-${pid}`}
      data-floor={floor.floor}
      data-named={page.highlighted === pid || undefined}
      aria-label={`${floor.floor} 楼`}
    >
      <span className={styles.avatar}>
        <Avatar icon={floor.author.icon} size={40} />
      </span>
      <div className={styles.body}>
        <div className={styles.meta}>
          <a data-live="" href={to(paths.user(floor.author.uid))} className={styles.name}>
            {floor.author.nickName}
          </a>
          {floor.author.uid === topic.author.uid ? (
            <span className="label" data-kind="pinned">
              楼主
            </span>
          ) : null}
          {author && roles[author.role] ? <span className="label">{roles[author.role]}</span> : null}
          <Times page={page} post={floor} />
          {floor.accepted ? (
            <span className="label" data-kind="solved">
              <Icon name="circle-check" /> 已采纳
            </span>
          ) : null}
          {beside ?? (
            <a className={styles.number} data-live="keep" href={at({ pid })}>
              {`${floor.floor} 楼`}
            </a>
          )}
        </div>
        <PostText page={page} post={floor} what="楼层" topicState={floor.floor === 1} />
        <Attachments of={page.topic.attachments[floor.pid]} />
        {floor.withheld ? null : (tools ?? <PostTools page={page} post={floor} />)}
        {floor.depthPosts.length > 0 ? (
          <ul className={styles.depth}>
            {floor.depthPosts.map((post) => (
              <Depth key={post.pid} page={page} post={post} />
            ))}
            {floor.depthTotal > floor.depthPosts.length ? (
              <li>
                <a data-live="keep" href={at({ expand: pid, pid })}>
                  展开其余 {floor.depthTotal - floor.depthPosts.length} 条回复
                </a>
              </li>
            ) : null}
          </ul>
        ) : null}
      </div>
    </section>
  );
}

/** A reply below a floor; deeper replies are flattened to 回复 @昵称. */
function Depth({ page, post }: { page: TopicPage; post: DepthPost }) {
  const { to } = page;
  return (
    <li
      id={`post-${post.pid}`}
      className={styles.depthPost}
      data-named={page.highlighted === post.pid || undefined}
    >
      <Avatar icon={post.author.icon} size={24} />
      <div>
        <p className={styles.meta}>
          <a data-live="" href={to(paths.user(post.author.uid))}>
            {post.author.nickName}
          </a>
          {post.replyTo ? (
            <span>
              回复{" "}
              <a data-live="" href={to(paths.user(post.replyTo.uid))}>
                {`@${post.replyTo.nickName}`}
              </a>
            </span>
          ) : null}
          <Times page={page} post={post} />
        </p>
        <PostText page={page} post={post} what="回复" />
        <Attachments of={page.topic.attachments[post.pid]} />
        {post.withheld ? null : <PostTools page={page} post={post} />}
      </div>
    </li>
  );
}

/**
 * A post's text or the reason why it is hidden, with the moderators' last action for its author and the moderators.
 */
function PostText({
  page,
  post,
  what,
  topicState = false,
}: {
  page: TopicPage;
  post: DepthPost | FloorPost;
  what: "楼层" | "回复";
  topicState?: boolean;
}) {
  if (post.withheld)
    return (
      <p className={styles.deleted}>
        {"movedTo" in post && post.movedTo ? (
          <>
            已移到
            <a
              data-live=""
              href={page.to(paths.topic(post.movedTo.tid, { pid: post.movedTo.pid, seek: true }))}
            >
              {post.movedTo.title}
            </a>
          </>
        ) : (
          withheldText(post.state, what)
        )}
      </p>
    );
  return (
    <>
      {post.state !== "listed" && !topicState ? (
        <p className={styles.state}>
          <Icon name="lock" />
          <span>
            {stateLabels[post.state]}，只有作者和版主能看到{post.reason ? `。原因：${post.reason}` : ""}
          </span>
        </p>
      ) : null}
      {post.elsewhere ? (
        <TextElsewhere page={page} pid={post.pid} />
      ) : (
        <BlockedText page={page} post={post}>
          <div data-text="">
            <Prose html={post.html} />
          </div>
        </BlockedText>
      )}
    </>
  );
}

/** Replaces a text that is too long for this page, with a link to the page that shows it first. */
export function TextElsewhere({ page: { topic, to }, pid }: { page: TopicPage; pid: number }) {
  return (
    <p className={styles.deleted}>
      这篇内容很长，没有和其他内容一起显示。
      <a data-live="" href={to(paths.topic(topic.tid, { pid, seek: true }))}>
        单独查看这篇内容
      </a>
    </p>
  );
}

/** The times of writing and of the last edit. Its author and the moderators get a link to the edit history. */
function Times({ page: { uid, topic, at }, post }: { page: TopicPage; post: DepthPost | FloorPost }) {
  const { createdAt, editedAt, pid } = post;
  const edited = editedAt && !isSameTime(createdAt, editedAt) ? editedAt : null;
  // The time of the topic itself is below its title.
  const isFirst = "floor" in post && post.floor === 1;
  if (isFirst && !edited) return null;
  const edit = edited ? (
    <>
      编辑于 <RelativeTime at={edited} />
    </>
  ) : null;
  return (
    <span>
      {isFirst ? null : <RelativeTime at={createdAt} />}
      {edit && !isFirst ? " · " : null}
      {edit && (topic.moderated || uid === post.author.uid) ? (
        <a data-live="keep" href={at({ history: pid })}>
          {edit}
        </a>
      ) : (
        edit
      )}
    </span>
  );
}
