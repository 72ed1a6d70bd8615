/** Members who break the rules: their records, penalties, notes and networks. */
import type { peopleCalls } from "contract/moderation/people/calls";
import { personNotes } from "../../database/schema";
import { transact } from "../../database/transact";
import { forget } from "../../server/answers";
import { accountOf, type HandlersOf } from "../../server/context";
import { bansAnswer } from "../../server/networks";
import { found, Refusal } from "../../server/refusal";
import { refuseLikeFirst, runBatch, runFollowing } from "../batches/run-batch";
import { readOperator } from "../operator";
import { checkMayRestrict } from "../penalties/may-restrict";
import { writeLog } from "../write-log";
import { listForbidden } from "./list-forbidden";
import { banNetwork, listNetworks } from "./networks";
import { matchUser, readPerson } from "./read-person";

/** Another transaction holds the person's row; the batch's job retries. */
const notYet = "数据库暂时没有回答，这个处理已经记下，会在后台接着做；再提交一次也可以，不会做两遍";

export const peopleModerationHandlers = {
  matchUser: ({ text }, { database }) => matchUser(database, text),

  forbiddenList: (request, context) => listForbidden(context, request),

  forbiddenInfo: ({ uid }, context) => readPerson(context, uid),

  async updateForbidden({ uid, action, days, reason, recycleDays, submissionId }, context) {
    const restricts = action === "mute" || action === "ban";
    const options = {
      ...(days === undefined ? {} : { days }),
      ...(restricts && recycleDays > 0 ? { recycleDays } : {}),
    };
    const form = { ids: [uid], reason, submissionId, action, options };
    const answer = await runBatch(context, form);
    // The form is about one person, so a refusal is shown on the form itself.
    refuseLikeFirst(answer);
    if (answer.waiting > 0) throw new Refusal("UNAVAILABLE", undefined, notYet);
    const texts = await runFollowing(context, submissionId);
    if (texts === null) return { ...answer, texts };
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
        at,
        operatorId: id,
        action: "note",
        targetKind: "person",
        targetId: uid,
        personId: uid,
        after: { note: found(row, "SERVER_ERROR").id },
      });
    });
    return { success: true };
  },

  addressBanList: (request, context) => listNetworks(context, request),

  banAddress: (request, context) => banNetwork(context, request),

  async unbanAddress(form, context) {
    const answer = await runBatch(context, { ...form, action: "unbanAddress", options: {} });
    forget(context, { name: bansAnswer });
    return answer;
  },
} satisfies HandlersOf<typeof peopleCalls>;
