import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import type { ComponentProps } from "react";
import { shortCount } from "~/format/text";
import { FormToken } from "~/forms/field-parts";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { TopicRow } from "../topic-row";
import styles from "./marked-row.module.css";

type Mark = Omit<CallResponse<"topicMarks">["marks"][number], "tid">;
/** By tid; topics without a mark are missing. */
export type ReadMarks = Record<number, Mark>;

type MarkedRowProps = ComponentProps<typeof TopicRow> & { marks: ReadMarks | null };

/**
 * A row of a topic list for its reader: with the number of new replies, or collapsed to one line when the reader
 * muted the topic or blocked its author.
 */
export function MarkedRow({ marks, ...row }: MarkedRowProps) {
  const mark = marks?.[row.topic.tid];
  if (!mark) return <TopicRow {...row} />;
  if (!mark.muted && !mark.blocked)
    return <TopicRow {...row} mark={<Chip tid={row.topic.tid} mark={mark} />} />;
  return (
    <li className={styles.folded}>
      <details>
        <summary>{mark.muted ? "已静音的主题" : "已屏蔽的人发的主题"}</summary>
        <ul>
          <TopicRow {...row} />
        </ul>
      </details>
    </li>
  );
}

/** A link to the first unread reply. */
function Chip({ tid, mark: { unread, floor } }: { tid: number; mark: Mark }) {
  const { to } = useShell();
  if (unread === 0) return <span className={styles.fresh}>新</span>;
  return (
    <Link
      className={styles.chip}
      to={to(paths.topic(tid, { floor: floor + 1 }))}
      prefetch="none"
      rel="nofollow"
    >
      {shortCount(unread)} 条新回复
    </Link>
  );
}

/** 全部标为已读: marks a section's topics, or all topics, as read. Shown only when something on the page is new. */
export function ReadAll({ marks, fid }: { marks: ReadMarks | null; fid?: number }) {
  const { here } = useShell();
  if (!marks || !Object.values(marks).some(({ unread, fresh }) => unread > 0 || fresh)) return null;
  return (
    <form method="post" action={paths.reading()} className={`${styles.all} no-print`}>
      <FormToken />
      <input type="hidden" name="back" value={here} />
      {fid === undefined ? null : <input type="hidden" name="target" value={fid} />}
      <button type="submit" className="link-button" name="intent" value="readAll">
        {fid === undefined ? "全部标为已读" : "本版全部标为已读"}
      </button>
    </form>
  );
}
