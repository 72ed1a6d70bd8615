/** Moderators' actions on topics, the bins, and the log. */
import { contentKindNames } from "contract/content/kinds/words";
import type { moderationCalls } from "contract/moderation/calls";
import { lecturerKinds } from "contract/roles/constants";
import { moderatedIds, sectionsById } from "../forum/sections/find-sections";
import { forget } from "../server/answers";
import { accountOf, type HandlersOf } from "../server/context";
import { bansAnswer } from "../server/networks";
import { officesOf } from "../server/offices";
import { itemsToUndo, readBatch } from "./batches/read-batch";
import { runBatch } from "./batches/run-batch";
import { tryBatch } from "./batches/try-batch";
import { findMatches } from "./matches";
import { readLog } from "./read-log";
import { scopeOf } from "./scope";
import { readStatistics } from "./statistics";
import { deletedForGood } from "./topics/deleted-for-good";
import { findTopics } from "./topics/find-topics";
import { listBin } from "./topics/list-bin";
import { ownsGroup } from "./topics/pins";
import { nothingWaits, whatWaits } from "./what-waits";

export const moderationHandlers = {
  async moderatorOverview(_request, context) {
    const { database } = context;
    const { admin } = accountOf(context);
    const offices = officesOf(context);
    const fids = await moderatedIds(context);
    const scope = await scopeOf(context, undefined);
    const moderates = admin || offices.includes("moderator");
    const waiting = moderates ? await whatWaits(database, { scope, admin, at: context.now() }) : nothingWaits;
    const sections = await sectionsById(database, fids);
    const edited = admin ? [...contentKindNames] : (context.caller.editor?.kinds ?? []);
    return {
      sections: sections.map(({ id, name }) => ({ fid: id, name })),
      admin,
      offices,
      kinds: edited,
      drafts: context.caller.lecturer ? lecturerKinds.filter((kind) => !edited.includes(kind)) : [],
      pinsGroups: admin || (await ownsGroup(database, fids)),
      waiting,
    };
  },

  moderationStatistics: (_request, context) => readStatistics(context),

  moderatorTopicList: (request, context) => findTopics(context, request),

  moderatorMatches: (request, context) => findMatches(context, request),

  topicOperate({ ids, reason, submissionId, action, dryRun, duplicateOf, ...values }, context) {
    const options = { ...values, ...(duplicateOf === undefined ? {} : { duplicateOf }) };
    const form = { ids, reason, submissionId, action, options };
    return dryRun ? tryBatch(context, form) : runBatch(context, form);
  },

  moderatorPostOperate: ({ action, ...form }, context) => runBatch(context, { ...form, action, options: {} }),

  batchDetail: ({ batch }, context) => readBatch(context, batch),

  async undoBatch({ batch, reason, submissionId }, context) {
    const ids = await itemsToUndo(context, batch, submissionId);
    const answer = await runBatch(context, {
      ids,
      reason,
      submissionId,
      action: "undo",
      options: { value: String(batch) },
      undoesId: batch,
    });
    // The undone batch may have banned or unbanned people; the texts that it restores are restored by a job.
    forget(context, { name: bansAnswer });
    context.wakeJobs();
    return answer;
  },

  deletedForGood: (request, context) => deletedForGood(context, request),

  recycleTopicList: (request, context) => listBin(context, "topics", request),

  recycleReplyList: (request, context) => listBin(context, "replies", request),

  recoverContent: ({ of, ...form }, context) =>
    runBatch(context, { ...form, action: of === "topics" ? "recover" : "recoverPost", options: {} }),

  destroyContent: ({ of, ...form }, context) =>
    runBatch(context, { ...form, action: of === "topics" ? "destroy" : "destroyPost", options: {} }),

  managementLog: (request, context) => readLog(context, request),
} satisfies HandlersOf<typeof moderationCalls>;
