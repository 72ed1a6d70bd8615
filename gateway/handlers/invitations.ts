import { and, desc, eq, isNull, like, ne, notInArray, sql } from "drizzle-orm";
import { cleanText } from "contract/fields";
import { foldNickname } from "contract/identity";
import { invitationsPerTopic } from "contract/limits";
import { accountOf, type Handlers } from "../context";
import type { Database } from "../database/open";
import { accounts, invitations, tagSkills } from "../database/schema";
import { notify } from "../queries/notify";
import { personColumns, toPerson } from "../queries/people";
import { tagIdsOf } from "../queries/related-topics";
import { listedTopic, lockListedTopic, type Topic } from "../queries/topics";
import { transact } from "../queries/transact";
import { found, Refusal } from "../refusal";

const peopleListed = 10;
const invitedListed = 20;
/** Of each tag, so many of those who know most about it are looked at: enough to leave some out and add up the rest. */
const skilledLooked = 100;

/** Those who know most about the tags: their scores under each are read off an index and added up. */
async function skilledPeople(database: Database, topic: Topic, tagIds: number[], inviterId: number) {
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
      order by ${tagSkills.score} desc nulls last, ${tagSkills.accountId} limit ${skilledLooked}
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

async function lastInvited(database: Database, tid: number) {
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

/** Whom one person has invited to a topic. */
async function invitedBy(database: Database, tid: number, inviterId: number): Promise<number[]> {
  const mine = and(eq(invitations.topicId, tid), eq(invitations.inviterId, inviterId));
  const rows = await database.select({ id: invitations.inviteeId }).from(invitations).where(mine);
  return rows.map(({ id }) => id);
}

/** Asking people to answer a topic. */
export const invitationHandlers = {
  async recommendedInvitees({ tid }, context) {
    const { database } = context;
    const { id } = accountOf(context);
    const topic = await listedTopic(context, tid);
    const mine = await invitedBy(database, tid, id);
    return {
      people: await skilledPeople(database, topic, await tagIdsOf(database, tid), id),
      invited: await lastInvited(database, tid),
      left: Math.max(0, invitationsPerTopic - mine.length),
    };
  },

  async searchInvitee({ text }, context) {
    const folded = foldNickname(cleanText(text)).trim();
    if (!folded) throw new Refusal("INVALID_REQUEST", { text: ["请输入昵称"] });
    const people = await context.database
      .select(personColumns)
      .from(accounts)
      .where(
        and(
          like(accounts.nicknameFolded, `${folded.replace(/[\\%_]/g, "\\$&")}%`),
          ne(accounts.id, accountOf(context).id),
          isNull(accounts.closedAt),
        ),
      )
      // The order of accounts_nickname_prefix: the whole name first, and no more names are read than are shown.
      .orderBy(sql`${accounts.nicknameFolded} using ~<~`)
      .limit(peopleListed);
    return { people: people.map(toPerson) };
  },

  async inviteAnswer({ tid, uid }, context) {
    const { id: inviterId } = accountOf(context);
    await transact(context.database, async (database) => {
      const topic = await lockListedTopic(database, context, tid);
      const [invitee] = await database
        .select({ id: accounts.id })
        .from(accounts)
        .where(and(eq(accounts.id, uid), isNull(accounts.closedAt)));
      found(invitee, "USER_NOT_FOUND");
      if (uid === inviterId) throw new Refusal("INVALID_REQUEST", { uid: ["不能邀请自己"] });
      if (uid === topic.authorId) throw new Refusal("INVALID_REQUEST", { uid: ["不能邀请楼主回答自己的问题"] });
      if (topic.closed) throw new Refusal("TOPIC_CLOSED");
      const already = await invitedBy(database, tid, inviterId);
      if (already.includes(uid)) throw new Refusal("ALREADY_INVITED");
      if (already.length >= invitationsPerTopic) throw new Refusal("TOO_MANY_INVITATIONS");
      await database.insert(invitations).values({ topicId: tid, inviterId, inviteeId: uid, createdAt: context.now() });
      await notify(database, [uid], { event: "invite", actorId: inviterId, topicId: tid, at: context.now() });
    });
    return { success: true };
  },
} satisfies Handlers<"recommendedInvitees" | "searchInvitee" | "inviteAnswer">;
