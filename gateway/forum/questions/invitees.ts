import { and, desc, eq, isNull, notInArray, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, invitations, tagSkills } from "../../database/schema";
import { personColumns, toPerson } from "../../people/cards";
import type { Topic } from "../states/find-content";

export const peopleListed = 10;

const invitedListed = 20;

/** The query reads this many of the best people of each tag: enough to leave some out and add up the rest. */
const skilledMax = 100;

/**
 * The people with the highest scores under the tags: an index gives the scores of each tag, and the query adds them
 * up.
 */
export async function skilledPeople(database: Database, topic: Topic, tagIds: number[], inviterId: number) {
  if (tagIds.length === 0) return [];
  const values = sql.join(
    tagIds.map((id) => sql`(${id}::int)`),
    sql`, `,
  );
  const sum = (column: string) => sql<number>`sum(skill.${sql.identifier(column)})::int`;
  const rows = await database
    .select({ ...personColumns, posts: sum("posts"), accepted: sum("accepted") })
    .from(sql`(values ${values}) as wanted (tag_id) cross join lateral (
      select account_id, posts, accepted, score from ${tagSkills} where ${tagSkills.tagId} = wanted.tag_id and ${tagSkills.score} > 0
      order by ${tagSkills.score} desc nulls last, ${tagSkills.accountId} limit ${skilledMax}
    ) as skill`)
    .innerJoin(accounts, sql`${accounts.id} = skill.account_id`)
    .where(
      and(
        notInArray(accounts.id, [topic.authorId, inviterId]),
        isNull(accounts.closedAt),
        sql`not exists (select 1 from ${invitations} where ${invitations.topicId} = ${topic.id} and ${invitations.inviteeId} = ${accounts.id})`,
      ),
    )
    .groupBy(accounts.id)
    .orderBy(sql`sum(skill.score) desc`, accounts.id)
    .limit(peopleListed);
  return rows.map(({ posts, accepted, ...person }) => ({ ...toPerson(person), posts, accepted }));
}

export async function lastInvited(database: Database, tid: number) {
  const latest = sql`max(${invitations.createdAt})`;
  const rows = await database
    .select(personColumns)
    .from(invitations)
    .innerJoin(accounts, eq(accounts.id, invitations.inviteeId))
    .where(eq(invitations.topicId, tid))
    .groupBy(accounts.id)
    .orderBy(desc(latest), accounts.id)
    .limit(invitedListed);
  return rows.map(toPerson);
}

/** The people whom a person has invited to a topic. */
export async function invitedBy(database: Database, tid: number, inviterId: number): Promise<number[]> {
  const mine = and(eq(invitations.topicId, tid), eq(invitations.inviterId, inviterId));
  const rows = await database.select({ id: invitations.inviteeId }).from(invitations).where(mine);
  return rows.map(({ id }) => id);
}
