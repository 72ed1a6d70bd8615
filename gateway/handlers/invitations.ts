import { and, count, desc, eq, ilike, ne, notInArray, sql } from "drizzle-orm";
import { cleanText } from "contract/fields";
import { foldNickname } from "contract/identity";
import { invitationsPerTopic } from "contract/limits";
import { accountOf, type Handlers } from "../context";
import type { Database } from "../database/open";
import { accounts, invitations, posts } from "../database/schema";
import { notify } from "../queries/notify";
import { personColumns, toPerson } from "../queries/people";
import { newestTagged, tagIdsOf } from "../queries/related-topics";
import { listedTopic, lockListedTopic } from "../queries/topics";
import { transact } from "../queries/transact";
import { found, Refusal } from "../refusal";

const peopleListed = 10;
/** Only so many posts are counted to see who writes most under a tag. */
const postsCounted = 5_000;

async function invitedTo(database: Database, tid: number): Promise<number[]> {
  const rows = await database.select({ id: invitations.inviteeId }).from(invitations).where(eq(invitations.topicId, tid));
  return rows.map(({ id }) => id);
}

/** Asking people to answer a topic. */
export const invitationHandlers = {
  async recommendedInvitees({ tid }, context) {
    const { database } = context;
    const topic = await listedTopic(context, tid);
    const tagIds = await tagIdsOf(database, tid);
    if (tagIds.length === 0) return { people: [] };
    const authors = database
      .select({ authorId: posts.authorId })
      .from(newestTagged(tagIds))
      .innerJoin(posts, sql`${posts.topicId} = recent.topic_id`)
      .where(sql`${posts.listed}`)
      .limit(postsCounted)
      .as("authors");
    const left = [topic.authorId, accountOf(context).id, ...(await invitedTo(database, tid))];
    const people = await database
      .select(personColumns)
      .from(authors)
      .innerJoin(accounts, eq(accounts.id, authors.authorId))
      .where(notInArray(accounts.id, left))
      .groupBy(accounts.id)
      .orderBy(desc(count()), accounts.id)
      .limit(peopleListed);
    return { people: people.map(toPerson) };
  },

  async searchInvitee({ text }, context) {
    const folded = foldNickname(cleanText(text)).trim();
    if (!folded) throw new Refusal("INVALID_REQUEST", { text: ["请输入昵称"] });
    const people = await context.database
      .select(personColumns)
      .from(accounts)
      .where(and(ilike(accounts.nicknameFolded, `%${folded.replace(/[\\%_]/g, "\\$&")}%`), ne(accounts.id, accountOf(context).id)))
      .orderBy(sql`length(${accounts.nicknameFolded})`, accounts.id)
      .limit(peopleListed);
    return { people: people.map(toPerson) };
  },

  async inviteAnswer({ tid, uid }, context) {
    const { id: inviterId } = accountOf(context);
    await transact(context.database, async (database) => {
      const topic = await lockListedTopic(database, context, tid);
      const [invitee] = await database.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, uid));
      found(invitee, "USER_NOT_FOUND");
      if (uid === inviterId) throw new Refusal("INVALID_REQUEST", { uid: ["不能邀请自己"] });
      if (uid === topic.authorId) throw new Refusal("INVALID_REQUEST", { uid: ["不能邀请楼主回答自己的问题"] });
      const mine = and(eq(invitations.topicId, tid), eq(invitations.inviterId, inviterId));
      const already = await database.select({ id: invitations.inviteeId }).from(invitations).where(mine);
      if (already.some(({ id }) => id === uid)) throw new Refusal("ALREADY_INVITED");
      if (already.length >= invitationsPerTopic) throw new Refusal("TOO_MANY_INVITATIONS");
      await database.insert(invitations).values({ topicId: tid, inviterId, inviteeId: uid, createdAt: context.now() });
      await notify(database, [uid], { event: "invite", actorId: inviterId, topicId: tid, at: context.now() });
    });
    return { success: true };
  },
} satisfies Handlers<"recommendedInvitees" | "searchInvitee" | "inviteAnswer">;
