/** Those who break the rules: who they are, what was done, and what may be. */
import type { peopleCalls } from "contract/moderation/people/calls";
import { forgetMemos } from "../../database/memo";
import { personNotes } from "../../database/schema";
import { transact } from "../../database/transact";
import { accountOf, type HandlersOf } from "../../server/context";
import { networksMemo } from "../../server/networks";
import { found, Refusal } from "../../server/refusal";
import { runBatch } from "../batches/run-batch";
import { readOperator } from "../operator";
import { checkMayRestrict } from "../penalties/may-restrict";
import { recentPosts } from "../penalties/recycle-text";
import { writeLog } from "../write-log";
import { listForbidden } from "./list-forbidden";
import { banNetwork, listNetworks } from "./networks";
import { matchUser, readPerson } from "./read-person";

export const peopleModerationHandlers = {
  matchUser: ({ text }, { database }) => matchUser(database, text),

  forbiddenList: (request, context) => listForbidden(context, request),

  forbiddenInfo: ({ uid }, context) => readPerson(context, uid),

  async updateForbidden({ uid, action, days, reason, recycleDays, submissionId }, context) {
    const { database, now } = context;
    const options = days === undefined ? {} : { days };
    const form = { ids: [uid], reason, submissionId, action, options };
    const answer = await runBatch(context, form);
    const [refused] = answer.results.filter(({ code }) => code !== null);
    // One person is one form: what is refused comes back with it.
    if (refused?.code) throw new Refusal(refused.code, undefined, refused.message);
    const restricts = action === "mute" || action === "ban";
    if (answer.done === 0 || !restricts || recycleDays === 0) return { ...answer, texts: null };
    const operator = await readOperator(database, accountOf(context).id);
    const since = new Date(now().getTime() - recycleDays * 86_400_000);
    const ids = await recentPosts(database, operator, uid, since);
    if (ids.length === 0) return { ...answer, texts: null };
    const texts = await runBatch(context, {
      ...{ ids, reason, options: {}, action: "recycleText" },
      // The same form posted twice is the same two batches.
      submissionId: `${submissionId}+`,
    });
    return { ...answer, texts: texts.batch, changedTopics: texts.changedTopics };
  },

  async addPersonNote({ uid, text }, context) {
    const { id } = accountOf(context);
    const at = context.now();
    const operator = await readOperator(context.database, id);
    await checkMayRestrict(context.database, operator, uid);
    await transact(context.database, async (database) => {
      const [row] = await database
        .insert(personNotes)
        .values({ accountId: uid, byId: id, text, createdAt: at })
        .returning();
      await writeLog(database, {
        ...{ at, operatorId: id, action: "note", targetKind: "person", targetId: uid, personId: uid },
        after: { note: found(row, "SERVER_ERROR").id },
      });
    });
    return { success: true };
  },

  addressBanList: (request, context) => listNetworks(context, request),

  banAddress: (request, context) => banNetwork(context, request),

  async unbanAddress(form, context) {
    const answer = await runBatch(context, { ...form, action: "unbanAddress", options: {} });
    forgetMemos(context.database, networksMemo);
    return answer;
  },
} satisfies HandlersOf<typeof peopleCalls>;
