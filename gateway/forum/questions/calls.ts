/** Questions: inviting people to answer, and accepting an answer. */

import { foldNickname } from "contract/account/identity";
import { isVisible } from "contract/base/plain-text";
import { invitationsPerTopic } from "contract/forum/constants";
import type { questionCalls } from "contract/forum/questions/calls";
import { and, eq, isNull, like, ne, sql } from "drizzle-orm";
import { likeBeginning } from "../../database/like";
import { accounts, invitations, posts, topics } from "../../database/schema";
import { transact } from "../../database/transact";
import { notify } from "../../messages/notify";
import { personColumns, toPerson } from "../../people/cards";
import { checkFields } from "../../sensitive-words/check-fields";
import { checkPoster, moderates } from "../../server/access";
import { accountOf, type HandlersOf } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { forgetAnswer } from "../posts/delete-post";
import { listedTopic, lockListedTopic, postFields } from "../states/find-content";
import { tagIdsOf } from "../states/topic-tags";
import { invitedBy, lastInvited, peopleListed, skilledPeople } from "./invitees";

export const questionHandlers = {
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
    const prefix = foldNickname(text).trim();
    if (!prefix) throw new Refusal("INVALID_REQUEST", { text: ["请输入昵称"] });
    const people = await context.database
      .select(personColumns)
      .from(accounts)
      .where(
        and(
          like(accounts.nicknameFolded, likeBeginning(prefix)),
          ne(accounts.id, accountOf(context).id),
          isNull(accounts.closedAt),
        ),
      )
      // The order of the index accounts_nickname_prefix: the exact name first; the query reads only the names that it
      // returns.
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
      if (uid === topic.authorId)
        throw new Refusal("INVALID_REQUEST", { uid: ["不能邀请楼主回答自己的问题"] });
      if (topic.closed) throw new Refusal("TOPIC_CLOSED");
      const already = await invitedBy(database, tid, inviterId);
      if (already.includes(uid)) throw new Refusal("ALREADY_INVITED");
      if (already.length >= invitationsPerTopic) throw new Refusal("TOO_MANY_INVITATIONS");
      await database
        .insert(invitations)
        .values({ topicId: tid, inviterId, inviteeId: uid, createdAt: context.now() });
      await notify(database, [uid], { event: "invite", actorId: inviterId, topicId: tid, at: context.now() });
    });
    return { success: true };
  },

  async accomplishQuestion({ tid, pid, reason }, context) {
    const account = accountOf(context);
    const topic = await listedTopic(context, tid);
    if (topic.authorId !== account.id && !moderates(context, topic.sectionId))
      throw new Refusal("NOT_PERMITTED");
    if (pid === null) {
      // Everybody can read the reason.
      await checkPoster(account, context);
      if (!isVisible(reason)) throw new Refusal("INVALID_REQUEST", { reason: ["请说明没有采纳回答的原因"] });
      await checkFields(context, { reason: { value: reason, strictness: "name" } });
    }
    await transact(context.database, async (database) => {
      const locked = await lockListedTopic(database, context, tid);
      if (pid === null) {
        await database
          .update(topics)
          .set({ solved: true, acceptedPostId: null, solvedReason: reason })
          .where(eq(topics.id, tid));
        await forgetAnswer(database, locked, null);
        return;
      }
      const [answer] = await database.select(postFields).from(posts).where(eq(posts.id, pid)).limit(1);
      const isAnswer = answer?.topicId === tid && answer.listed && answer.floor !== null && answer.floor > 1;
      const accepted = found(isAnswer ? answer : null, "POST_NOT_FOUND");
      if (locked.acceptedPostId === pid) return;
      await database
        .update(topics)
        .set({ solved: true, acceptedPostId: pid, solvedReason: null })
        .where(eq(topics.id, tid));
      await forgetAnswer(database, locked, accepted);
      await notify(database, [accepted.authorId], {
        event: "accept",
        actorId: account.id,
        topicId: tid,
        postId: pid,
        at: context.now(),
      });
    });
    return { solved: true };
  },
} satisfies HandlersOf<typeof questionCalls>;
