import type { CallResponse } from "contract";
import { subtractTime } from "contract/base/time";
import { newSeconds } from "contract/forum/constants";
import { sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { blocks, posts, readMarks, topicReadings, topics } from "../../database/schema";
import type { Account } from "../../server/context";

type Mark = CallResponse<"topicMarks">["marks"][number];

/**
 * The reader's marks of these topics: replies since they last looked or marked all read, topics that they
 * never opened, and topics that they muted. It reads keys alone, so its cost depends on the ids and not on
 * how much the person has read.
 */
export async function topicMarks(
  database: Database,
  { id, createdAt }: Pick<Account, "id" | "createdAt">,
  tids: number[],
  now: Date,
): Promise<Mark[]> {
  if (tids.length === 0) return [];
  const since = new Date(Math.max(+createdAt, +subtractTime(now, newSeconds, "second"))).toISOString();
  // Counts floors after the time at which everything was marked read: earlier replies have lower floors.
  const floorThen = sql`coalesce((select ${posts.floor} from ${posts} where ${posts.topicId} = ${topics.id}
    and ${posts.floor} > 0 and ${posts.createdAt} <= marked.at order by ${posts.floor} desc limit 1), 0)`;
  const seenAt = topicReadings.seenAt;
  const result = await database.execute(sql`
    select ${topics.id} as tid,
      case
        when ${seenAt} is null or ${topics.lastReplyAt} <= greatest(${seenAt}, marked.at) then 0
        when marked.at > ${seenAt} then greatest(1, ${topics.lastFloor} - ${floorThen})
        else greatest(1, ${topics.replies} - ${topicReadings.replies})
      end as unread,
      coalesce(${topicReadings.floor}, 0) as floor,
      (${seenAt} is null and ${topics.authorId} <> ${id} and ${topics.listed}
        and ${topics.createdAt} > greatest(${since}::timestamptz, marked.at)) as fresh,
      coalesce(${topicReadings.level} = 'mute', false) as muted,
      exists (select 1 from ${blocks} where ${blocks.accountId} = ${id} and ${blocks.blockedId} = ${topics.authorId}) as blocked
    from ${topics}
    left join ${topicReadings} on ${topicReadings.accountId} = ${id} and ${topicReadings.topicId} = ${topics.id}
    left join lateral (
      select max(${readMarks.at}) as at from ${readMarks}
      where ${readMarks.accountId} = ${id} and ${readMarks.sectionId} in (0, ${topics.sectionId})
    ) as marked on true
    where ${topics.id} = any(${sql.param(tids)}::bigint[])`);
  const { rows } = result as unknown as { rows: Mark[] };
  return rows.filter(({ unread, fresh, muted, blocked }) => unread > 0 || fresh || muted || blocked);
}
