/** Moderators' actions on topics, the recycle bins, and the log (spec 7.2, Moderator). */
import { z } from "zod";
import { count, firstPage, flag, some, words } from "../base/absent";
import { officeNames } from "../base/access";
import { defineCall } from "../base/call";
import { id, longId, numeric, submissionId, timestamp, typedText } from "../base/fields";
import { person } from "../base/shapes";
import { topicRow } from "../forum/shapes";
import { type LogAction, logActionNames, logTargets, type TopicAction, topicActionNames } from "./actions";
import { logPageRowsMax } from "./constants";
import {
  batchAnswer,
  binFilter,
  caseFilter,
  day,
  days,
  ids,
  listPage,
  reason,
  reviewFilter,
  topicFilter,
} from "./fields";
import { recycledDays } from "./penalties";

/** The days of the overview. */
export const statisticsDays = 30;

/** The lists on which an action can apply to all matching things; each uses the filters of its own call. */
export const matchedLists = [
  ...["topics", "binTopics", "binReplies", "reviewTopics", "reviewReplies"],
  ...["reviewProfiles", "reports", "appeals", "messages"],
] as const;

const empty = z.object({});
const optionalId = id.optional();
const logAction = z.enum(logActionNames as [LogAction, ...LogAction[]]);

/** A form that acts on one or several things. */
const batchForm = { ids, reason, submissionId };

const batchRow = {
  group: "moderator",
  method: "POST",
  body: "json",
  access: "staff",
  limit: "moderate",
  changedTopics: ({ changedTopics }: { changedTopics: number[] }) => changedTopics,
  response: batchAnswer,
} as const;

/** The number of waiting messages, and the oldest one's time; missing means none known. */
const waitingAside = z.object({ count, oldest: timestamp }).default({ count: 0, oldest: "" });

/** The number of waiting things in a part of a queue, for its tab; missing means unknown. */
const part = z.number().optional();
/** The parts of the queues; the menu's numbers are their sums, up to 1,000. */
const waitingParts = z
  .object({
    topics: part,
    replies: part,
    profiles: part,
    waiting: part,
    working: part,
    suggestion: part,
    complaint: part,
    message: part,
    /** Suggestions and complaints whose date has passed. */
    lateSuggestion: part,
    lateComplaint: part,
  })
  .default({});

/** A topic in moderators' lists. */
const moderatedTopic = topicRow.extend({
  pinScope: z.string().nullable().default(null),
});

/** A thing in the recycle bin. */
const recycled = z.object({
  id: z.number(),
  tid: z.number(),
  title: z.string(),
  excerpt: words,
  section: z.object({ fid: z.number(), name: z.string() }),
  author: person,
  by: person.nullable().default(null),
  reason: z.string().nullable().default(null),
  at: timestamp,
});
const recycledPage = z.object({ items: z.array(recycled), page: firstPage, pages: firstPage, total: count });

const recycledRequest = z.object({ ...binFilter, ...listPage });

/** The outcome for one thing. */
const logThing = z.object({
  id: z.number(),
  targetKind: z.enum(logTargets),
  targetId: z.number().nullable().default(null),
  /** The topic, or the topic of the reply `pid`, if the caller moderates its section. */
  text: z
    .object({ title: z.string(), tid: z.number(), pid: z.number().nullable().default(null) })
    .nullable()
    .default(null),
  person: person.nullable().default(null),
  before: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).default({}),
  after: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).default({}),
});
export type LogThing = z.infer<typeof logThing>;

const logRow = logThing.extend({
  at: timestamp,
  /** Null for something that ended by itself. */
  operator: person.nullable().default(null),
  action: logAction,
  section: z.object({ fid: z.number(), name: z.string() }).nullable().default(null),
  batch: z.number().nullable().default(null),
  reason: words,
  /** How many things the same form acted on; with `whole`, the row is the latest of them. */
  count: z.int().min(1).default(1),
  things: some(logThing),
});
export type LogRow = z.infer<typeof logRow>;

export const moderationCalls = {
  moderatorOverview: defineCall({
    group: "moderator",
    summary:
      "What the caller may do in the moderation area, and a moderator's open work: the number of each kind (up to 1,000), and the oldest time.",
    method: "POST",
    path: "/api/v1/moderator/overview",
    body: "json",
    access: "office",
    effect: "reads",
    seenAs: "shown",
    request: empty,
    response: z.object({
      sections: some(z.object({ fid: z.number(), name: z.string() })),
      admin: flag,
      /** The caller's offices; missing: a moderator's, and an administrator's as `admin` says. */
      offices: z.array(z.enum(officeNames)).optional(),
      /** The kinds of content that the caller may edit. */
      kinds: some(z.string()),
      /** The kinds of which the caller, who is a lecturer, may only write drafts; none of `kinds`. */
      drafts: some(z.string()),
      /** Whether the caller moderates every section of some group, and so may pin topics in that group. */
      pinsGroups: flag,
      waiting: z.object({
        audit: z.object({ count, oldest: timestamp }),
        report: z.object({ count, oldest: timestamp }),
        appeal: waitingAside,
        /** Suggestions, complaints and reported messages, for administrators. */
        inbox: waitingAside,
        parts: waitingParts,
      }),
    }),
  }),
  moderationStatistics: defineCall({
    group: "moderator",
    summary:
      "The numbers of texts, reports, decisions and overturned decisions in the moderator's sections, for analysts in all, day by day.",
    method: "POST",
    path: "/api/v1/moderator/statistics",
    body: "json",
    access: "staffOrAnalyst",
    effect: "reads",
    seenAs: "shown",
    replica: "everybody",
    request: empty,
    response: z.object({
      /** The last 30 days in Beijing time, latest last. */
      days: z.array(
        z.object({
          day: z.string(),
          posts: count,
          reports: count,
          decided: count,
          /** Minutes that texts waited for a review; null on a day without a review. */
          waitP50: z.number().nullable().default(null),
          waitP90: z.number().nullable().default(null),
          overturned: count,
        }),
      ),
    }),
  }),
  moderatorTopicList: defineCall({
    group: "moderator",
    summary: "Topics of the moderator's sections in any state, with filters.",
    method: "POST",
    path: "/api/v1/moderator/topics",
    body: "json",
    access: "staff",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ ...topicFilter, ...listPage }),
    response: z.object({ topics: z.array(moderatedTopic), page: firstPage, pages: firstPage, total: count }),
  }),
  moderatorMatches: defineCall({
    group: "moderator",
    summary: "The ids of all pages of a list in the moderation area: the first 500, and the total.",
    method: "POST",
    path: "/api/v1/moderator/matches",
    body: "json",
    access: "staff",
    effect: "reads",
    seenAs: "shown",
    request: z.object({
      list: z.enum(matchedLists),
      ...reviewFilter,
      ...caseFilter,
      ...binFilter,
      ...topicFilter,
      decided: z.boolean().default(false),
    }),
    response: z.object({ ids: z.array(z.number()), total: count }),
  }),
  topicOperate: defineCall({
    ...batchRow,
    summary: "Applies an action to one or several topics; each is done or refused independently.",
    path: "/api/v1/moderator/topic-operate",
    effect: "hides",
    also: {
      field: "action",
      paths: {
        stamp: "/api/v1/moderator/stamp/topics",
        icon: "/api/v1/moderator/icon/topics",
        close: "/api/v1/moderator/close/topics",
        open: "/api/v1/moderator/close/topics",
        hide: "/api/v1/moderator/hide/topics",
        show: "/api/v1/moderator/hide/topics",
        move: "/api/v1/moderator/move/topics",
        recycle: "/api/v1/moderator/recycle/put-topics",
      } satisfies Partial<Record<TopicAction, string>>,
    },
    request: z.object({
      ...batchForm,
      action: z.enum(topicActionNames as [TopicAction, ...TopicAction[]]),
      value: typedText(40, "选项有误").default(""),
      days: days.default(0),
      pointer: z.boolean().default(false),
      duplicateOf: longId.optional(),
      /** Returns the outcome without changing anything. */
      dryRun: z.boolean().default(false),
    }),
  }),
  moderatorPostOperate: defineCall({
    ...batchRow,
    summary: "Hides, shows or recycles one or several replies.",
    path: "/api/v1/moderator/post-operate",
    effect: "hides",
    also: {
      field: "action",
      paths: {
        hidePost: "/api/v1/moderator/hide/replies",
        showPost: "/api/v1/moderator/hide/replies",
        recyclePost: "/api/v1/moderator/recycle/put-replies",
      },
    },
    request: z.object({ ...batchForm, action: z.enum(["hidePost", "showPost", "recyclePost"]) }),
  }),
  batchDetail: defineCall({
    group: "moderator",
    summary:
      "The progress of the caller's batch and the result for each thing; administrators see all batches.",
    method: "POST",
    path: "/api/v1/moderator/batch",
    body: "json",
    access: "staff",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ batch: id }),
    response: batchAnswer.extend({
      action: logAction,
      reason: words,
      operator: person,
      createdAt: timestamp,
      finishedAt: timestamp,
      undone: flag,
      titles: some(
        z.object({
          id: z.number(),
          title: z.string(),
          tid: z.number(),
          pid: z.number().nullable().default(null),
        }),
      ),
    }),
  }),
  undoBatch: defineCall({
    ...batchRow,
    summary: "Undoes a batch within seven days: every changed thing gets its previous state.",
    path: "/api/v1/moderator/undo",
    effect: "hides",
    request: z.object({ batch: id, reason, submissionId }),
  }),
  deletedForGood: defineCall({
    group: "moderator",
    summary:
      "For a planned deletion: how many texts are in sections without a recycle bin, and in which; asked before deleting.",
    method: "POST",
    path: "/api/v1/moderator/deleted-for-good",
    body: "json",
    access: "staff",
    effect: "reads",
    seenAs: "shown",
    request: z.object({
      /** Topics; posts; the texts of reported cases; or what people wrote in the last `days` days. */
      of: z.enum(["topics", "posts", "cases", "people"]),
      ids,
      days: recycledDays,
    }),
    response: z.object({ count, sections: some(z.string()) }),
  }),
  recycleTopicList: defineCall({
    group: "moderator",
    summary: "Topics in the recycle bin, latest first: who deleted them, when and why.",
    method: "POST",
    path: "/api/v1/moderator/recycle/topics",
    body: "json",
    access: "staff",
    effect: "reads",
    seenAs: "shown",
    request: recycledRequest,
    response: recycledPage,
  }),
  recycleReplyList: defineCall({
    group: "moderator",
    summary: "Replies in the recycle bin, latest first.",
    method: "POST",
    path: "/api/v1/moderator/recycle/replies",
    body: "json",
    access: "staff",
    effect: "reads",
    seenAs: "shown",
    request: recycledRequest,
    response: recycledPage,
  }),
  recoverContent: defineCall({
    ...batchRow,
    summary: "Restores topics or replies from the recycle bin in their previous state.",
    path: "/api/v1/moderator/recycle/recover",
    effect: "hides",
    request: z.object({ ...batchForm, of: z.enum(["topics", "replies"]) }),
  }),
  destroyContent: defineCall({
    ...batchRow,
    access: "admin",
    effect: "hides",
    summary: "Destroys topics or replies in the recycle bin: their texts are removed completely.",
    path: "/api/v1/moderator/recycle/destroy",
    recentSignIn: true,
    request: z.object({ ...batchForm, of: z.enum(["topics", "replies"]) }),
  }),
  managementLog: defineCall({
    group: "moderator",
    summary: "The log of actions in the moderator's sections, newest first.",
    method: "POST",
    path: "/api/v1/moderator/logs/list",
    body: "json",
    access: "staff",
    effect: "reads",
    seenAs: "shown",
    recentSignIn: ({ limit }) => limit > logPageRowsMax,
    request: z.object({
      operator: typedText(40, "操作人不能超过 40 字").default(""),
      action: logAction.optional(),
      fid: optionalId,
      person: typedText(40, "用户不能超过 40 字").default(""),
      batch: optionalId,
      /** A text that the reason contains, in any case. */
      keyword: typedText(40, "关键词不能超过 40 字").default(""),
      from: day.optional(),
      to: day.optional(),
      /** The number of a row: returns only older ones. */
      before: longId.optional(),
      limit: numeric(z.number().int().min(1).max(1_000)).default(20),
      /** One row for each action instead of one for each thing. */
      whole: z.boolean().default(false),
    }),
    response: z.object({ rows: z.array(logRow), more: flag }),
  }),
};
