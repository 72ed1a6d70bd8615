import { Link } from "@remix-run/react";
import type { Conversation } from "contract/messages/calls";
import { unreadBadge } from "~/format/text";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Avatar } from "~/ui/avatar";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./msg.module.css";

/**
 * A conversation with its last message. As with notices, an unread one opens by a button, because opening it also
 * marks it as read.
 */
export function ConversationRow({ conversation }: { conversation: Conversation }) {
  const { to } = useShell();
  const { person, unread, mine, excerpt, lastAt } = conversation;
  return (
    <li className={styles.row} data-unread={unread > 0 ? "" : undefined}>
      <Avatar icon={person.icon} />
      <div className={styles.body}>
        {unread > 0 ? (
          <button type="submit" className={styles.words} name="open" value={`u${person.uid}`}>
            <strong>{person.nickName}</strong>
            <span className="visually-hidden">，{unread} 条未读</span>
          </button>
        ) : (
          <Link className={styles.words} to={to(paths.conversation(person.uid))}>
            <strong>{person.nickName}</strong>
          </Link>
        )}
        <p className={styles.excerpt}>
          {mine ? "我：" : ""}
          {excerpt}
        </p>
        <p className={styles.facts}>
          <RelativeTime at={lastAt} />
        </p>
      </div>
      {unread > 0 ? (
        <span className={styles.count} aria-hidden="true">
          {unreadBadge({ system: 0, forum: 0, inner: unread })}
        </span>
      ) : null}
    </li>
  );
}
