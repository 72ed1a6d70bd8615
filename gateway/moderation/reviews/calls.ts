/** Texts and profile changes in review, and the decisions on them. */
import type { reviewCalls } from "contract/moderation/reviews/calls";
import type { HandlersOf } from "../../server/context";
import { runBatch } from "../batches/run-batch";
import { claimReview } from "./claim";
import { listProfiles } from "./list-profiles";
import { listTexts } from "./list-texts";
import { readWaiting, rewriteText } from "./rewrite-text";

const profileActions = {
  approve: "approveProfile",
  refuse: "refuseProfile",
  ignore: "ignoreProfile",
} as const;

export const reviewHandlers = {
  reviewTopicList: (request, context) => listTexts(context, true, request),

  reviewReplyList: (request, context) => listTexts(context, false, request),

  reviewContent: (form, context) => runBatch(context, { ...form, options: {} }),

  reviewText: ({ pid }, context) => readWaiting(context, pid),

  rewriteContent: (form, context) => rewriteText(context, form),

  claimReview: ({ ids, back }, context) => claimReview(context, ids, back),

  reviewProfileList: (request, context) => listProfiles(context, request),

  reviewProfile: ({ action, ...form }, context) =>
    runBatch(context, { ...form, action: profileActions[action], options: {} }),
} satisfies HandlersOf<typeof reviewCalls>;
