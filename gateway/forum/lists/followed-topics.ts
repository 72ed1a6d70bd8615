import type { CallResponse } from "contract";
import type { ListOrder } from "contract/forum/constants";
import type { TopicRow } from "contract/forum/shapes";
import { sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { blocks, follows, topicReadings, topics, topicTags } from "../../database/schema";
import type { SectionRow } from "../sections/find-sections";
import { standing, topicOrders } from "./topic-pages";

/** The list of followed topics ends here, so that its cost does not grow with the forum. */
const longest = 200;
/** Additional candidates, because some topics are not listed. */
const spare = 40;
/** The query reads this many of a person's latest follows. */
const targetsMax = 500;
/**
 * The query reads this many of the latest topics that a person follows directly; newer topics do not displace them.
 */
const topicsMax = 100;

type Reason = CallResponse<"followedTopicList">["topics"][number]["because"][number];
export type FollowedReason = Pick<Reason, "kind" | "target">;

export interface FollowedTopic {
  id: number;
  because: FollowedReason[];
}

/**
 * The 200 newest topics by followed people, in followed sections or with followed tags, and topics that are followed
 * directly, each with its reasons, in the requested order; without muted topics and blocked authors. The query reads
 * only the newest 200 of every person, section and tag, from an index alone; until they are merged, a topic's id
 * stands for its age.
 */
export async function followedTopics(
  database: Database,
  accountId: number,
  order: ListOrder,
  sections: SectionRow[],
): Promise<FollowedTopic[]> {
  const newest = (from: ReturnType<typeof sql>) =>
    sql`cross join lateral (${from} limit ${longest + spare}) as newest`;
  const byPerson = newest(sql`select ${topics.id} as id from ${topics}
    where ${topics.authorId} = followed.target and ${topics.listed} order by ${topics.publishedAt} desc nulls last, ${topics.id} desc nulls last`);
  const inSection = newest(sql`select ${topics.id} as id from ${topics}
    where ${topics.sectionId} = followed.target and ${topics.listed} order by ${topicOrders.new}`);
  const withTag = newest(sql`select ${topicTags.topicId} as id from ${topicTags}
    where ${topicTags.tagId} = followed.target order by ${topicTags.topicId} desc nulls last`);
  const result = await database.execute<{ id: number; because: string }>(sql`
    with followed as materialized (
      select ${follows.kind} as kind, ${follows.targetId} as target from ${follows}
      where ${follows.accountId} = ${accountId} order by ${follows.createdAt} desc limit ${targetsMax}
    ), brought as (
      select newest.id, kind, target from followed ${byPerson} where kind = 'user'
      union all select newest.id, kind, target from followed ${inSection} where kind = 'section'
      union all select newest.id, kind, target from followed ${withTag} where kind = 'tag'
      union all (select ${topicReadings.topicId}, 'topic', ${topicReadings.topicId} from ${topicReadings}
        where ${topicReadings.accountId} = ${accountId} and ${topicReadings.level} = 'follow'
        order by ${topicReadings.levelAt} desc limit ${topicsMax})
    ), taken as (
      select id, string_agg(kind || ' ' || target, ',') as because from brought
      where not exists (select 1 from ${topicReadings} where ${topicReadings.accountId} = ${accountId}
        and ${topicReadings.topicId} = brought.id and ${topicReadings.level} = 'mute')
      group by id order by bool_or(kind = 'topic') desc, id desc limit ${longest + spare}
    )
    select ${topics.id} as id, taken.because as because from taken inner join ${topics} on ${topics.id} = taken.id
    where ${sql.join(standing(sections), sql` and `)}
      and not exists (select 1 from ${blocks} where ${blocks.accountId} = ${accountId} and ${blocks.blockedId} = ${topics.authorId})
    order by ${topicOrders[order]} limit ${longest}`);
  const { rows } = result as unknown as { rows: { id: number; because: string }[] };
  return rows.map(({ id, because }) => ({ id, because: because.split(",").map(reason) }));
}

function reason(text: string): FollowedReason {
  const [kind, target] = text.split(" ");
  return { kind: kind as FollowedReason["kind"], target: Number(target) };
}

/** The reasons why a topic is in the list, with the names of its row. */
export function reasonsOf({ title, author, section, tags }: TopicRow, because: FollowedReason[]): Reason[] {
  const kinds = ["topic", "user", "tag", "section"];
  const reasons = because.flatMap(({ kind, target }): Reason[] => {
    const name =
      kind === "user"
        ? author.nickName
        : kind === "section"
          ? section.name
          : kind === "topic"
            ? title
            : tags.find(({ id }) => id === target)?.name;
    return name === undefined ? [] : [{ kind, target, name }];
  });
  return reasons.sort(
    (one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || one.target - other.target,
  );
}
