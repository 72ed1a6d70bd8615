import { numberOf, type OldRow } from "../read/old-tables";
import { countAttachments } from "./attachments";
import type { ImportContext } from "./import-context";
import { postTableOf, threadsInOrder } from "./plan-ids";
import type { Waiting } from "./rows";
import { topicsAtOnce, waitingOf } from "./write-topics";

/** The rows of posts that name their topic, with their texts where something in them stays behind. */
async function postsOf({ tables, options }: ImportContext, waiting: Waiting[]): Promise<Map<number, OldRow>> {
  const rows = new Map<number, OldRow>();
  for (const { topic, floors } of waiting) {
    const pids = floors.map(({ post }) => numberOf(post.pid));
    for (const pid of pids) rows.set(pid, { pid, tid: topic.tid ?? 0 });
    if (options.hidden !== "hold") continue;
    for (const row of await tables.where(postTableOf(topic), "pid", pids, ["pid", "tid", "message"]))
      rows.set(numberOf(row.pid), row);
  }
  return rows;
}

/** Counts the topics, posts and attachments that a run would bring. */
export async function countTopics(context: ImportContext): Promise<void> {
  const { report } = context;
  let done = 0;
  for await (const rows of threadsInOrder(context.tables, topicsAtOnce)) {
    const waiting = await waitingOf(context, rows);
    const pids = waiting.flatMap(({ floors }) => floors.map(({ post }) => numberOf(post.pid)));
    report.add("主题", waiting.filter(({ isStarted }) => !isStarted).length);
    report.add("帖子", pids.length);
    if (pids.length > 0) await countAttachments(context, await postsOf(context, waiting));
    done += pids.length;
    context.progress("帖子", done);
  }
}
