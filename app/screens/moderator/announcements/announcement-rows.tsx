import { Link } from "@remix-run/react";
import type { Announcement } from "contract/announcements/calls";
import { announcementKinds, announcementStates } from "contract/announcements/constants";
import { formatMinute } from "~/format/time";
import styles from "./announcements.module.css";

interface Props {
  items: Announcement[];
  /** The address of the page with the report of an announcement. */
  href(id: number): string;
}

/** Announcements, each with its state; the title leads to the report. */
export function AnnouncementRows({ items, href }: Props) {
  return (
    <ul className={styles.rows}>
      {items.map((item) => (
        <li key={item.id}>
          <p className={styles.name}>
            <Link to={href(item.id)} prefetch="none">
              {item.title}
            </Link>
            <span className={styles.state}>{announcementStates[item.state]}</span>
          </p>
          <p className="facts">
            <span>{announcementKinds[item.kind]}</span>
            <span>{item.audience}</span>
            <span suppressHydrationWarning>{formatMinute(item.sendAt)}</span>
            {item.bannerOnly ? null : <span>已发给 {item.sent} 人</span>}
            {item.bannerUntil ? (
              <span suppressHydrationWarning>横幅到 {formatMinute(item.bannerUntil)}</span>
            ) : null}
            {item.byMail ? <span>也发邮件</span> : null}
            {item.by ? <span>{item.by.nickName}</span> : null}
          </p>
        </li>
      ))}
    </ul>
  );
}
