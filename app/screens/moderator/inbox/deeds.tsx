import type { CallResponse } from "contract";
import { formatMinute } from "~/format/time";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./inbox.module.css";

type Item = CallResponse<"adviceInbox">["items"][number];

function words({ did, text, to, dueAt }: Item["deeds"][number]): string {
  if (did === "note") return `：${text}`;
  if (did === "due") return ` 把期限改为 ${dueAt ? formatMinute(dueAt) : "无"}：${text}`;
  return to ? ` 分派给 ${to.nickName}` : " 放开了它";
}

/** What administrators did with a letter among themselves, and whom the portal told that it is overdue. */
export function Deeds({ item: { deeds, remindedAt, escalatedAt } }: { item: Item }) {
  if (deeds.length === 0 && !remindedAt && !escalatedAt) return null;
  return (
    <ul className={styles.steps} aria-label="管理员之间的备注和变动">
      {deeds.map((deed, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows
        <li key={index}>
          {deed.by?.nickName ?? "已注销的用户"}
          {words(deed)} <RelativeTime at={deed.at} />
        </li>
      ))}
      {remindedAt ? (
        <li>
          超期，已提醒受理人 <RelativeTime at={remindedAt} />
        </li>
      ) : null}
      {escalatedAt ? (
        <li>
          超期，已提醒所有管理员 <RelativeTime at={escalatedAt} />
        </li>
      ) : null}
    </ul>
  );
}
