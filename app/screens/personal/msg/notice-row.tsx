import { Link } from "@remix-run/react";
import type { Notice } from "contract/messages/calls";
import { actorsOf, deedOf } from "contract/messages/notice-text";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Avatar } from "~/ui/avatar";
import { Icon } from "~/ui/icon";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./msg.module.css";
import { eventIcons, isFavour, placeOfNotice } from "./notice-words";

/**
 * A notice: who did what, where, and the text. An unread notice opens by a button of the list's form, which marks it
 * as read, because a GET link must not write. A notice that is read already is a link.
 */
export function NoticeRow({ notice }: { notice: Notice }) {
  const { to } = useShell();
  const { id, actor, topic, post, read, event, moderation, announcement } = notice;
  const reason = post?.reason ?? moderation?.reason;
  const place = placeOfNotice(notice);
  const words = (
    <>
      {actor ? <strong>{actorsOf(notice)}</strong> : null} {deedOf(notice)}
      {topic ? <>：{topic.title}</> : null}
    </>
  );
  return (
    <li className={styles.row} data-unread={read ? undefined : ""}>
      {actor ? (
        <Avatar icon={actor.icon} />
      ) : (
        <span className={styles.mark}>
          <Icon name={eventIcons[event]} />
        </span>
      )}
      <div className={styles.body}>
        {place === null ? <p className={styles.words}>{words}</p> : null}
        {place !== null && read ? (
          <Link className={styles.words} to={to(place)}>
            {words}
          </Link>
        ) : null}
        {place !== null && !read ? (
          <button type="submit" className={styles.words} name="open" value={`${id} ${to(place)}`}>
            <span className="visually-hidden">未读：</span>
            {words}
          </button>
        ) : null}
        {post ? <p className={styles.excerpt}>{post.excerpt}</p> : null}
        {reason ? <p className={isFavour(notice) ? styles.excerpt : styles.reason}>原因：{reason}</p> : null}
        {announcement?.text ? <p className={styles.announced}>{announcement.text}</p> : null}
        {place === null && !moderation && !announcement ? (
          <p className={styles.excerpt}>内容已不可见</p>
        ) : null}
        {moderation?.appealable ? (
          <p className={styles.excerpt}>
            <Link to={`${to(paths.messages({ type: "system", appeal: moderation.appealable }))}#appeal`}>
              不服，申诉
            </Link>
          </p>
        ) : null}
        {moderation?.appealed ? <p className={styles.excerpt}>已申诉</p> : null}
        <p className={styles.facts}>
          <RelativeTime at={notice.createdAt} />
          {read ? null : (
            <button type="submit" className="link-button" name="read" value={id}>
              标为已读<span className="visually-hidden">：{actorsOf(notice) + deedOf(notice)}</span>
            </button>
          )}
        </p>
      </div>
      {read ? null : <span className={styles.dot} aria-hidden="true" />}
    </li>
  );
}
