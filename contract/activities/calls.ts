/** Calls that everybody may use for competitions and events (spec 2.1, 7.2 Activity). */
import { z } from "zod";
import { count, firstPage, words } from "../base/absent";
import { defineCall } from "../base/call";
import { page, previewSecret } from "../base/fields";
import { activityKinds, activityStates, codesOf, dictionaryTypes } from "./constants";
import { activityId, fieldKey } from "./fields";
import { activityBrief, activityWhole, choiceItem } from "./shapes";

export const activityCalls = {
  activityList: defineCall({
    group: "activity",
    summary:
      "Activities by kind and state: first those that have not ended, soonest first, then those that have, latest first. `size` up to 200 for calendars.",
    method: "POST",
    path: "/gateway/rest/activity/list",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: { seconds: 5, whose: "visitors", until: "adds" },
    request: z.object({
      kind: z.enum(codesOf(activityKinds), "没有这种活动").optional(),
      state: z.enum(codesOf(activityStates), "没有这种状态").optional(),
      q: z.string().max(60, "搜索的词太长").default(""),
      page: page.default(1),
      size: z.int().min(1).max(200).optional(),
    }),
    response: z.object({ items: z.array(activityBrief), page: firstPage, pages: firstPage, total: count }),
  }),
  activityDetail: defineCall({
    group: "activity",
    summary:
      "An activity with all details: free seats of its categories and, once published, its results. `preview` gives the newest version that an editor saved, to whoever has its secret.",
    method: "POST",
    path: "/gateway/rest/activity/detail",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ activityId, preview: previewSecret }),
    response: activityWhole,
  }),
  activityLookupItems: defineCall({
    group: "activity",
    summary: "One of the activity's own lists of choices, by its key.",
    method: "POST",
    path: "/gateway/rest/activity/lookup-items",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ activityId, classCode: fieldKey }),
    response: z.object({ items: z.array(choiceItem) }),
  }),
  activityDictionaryData: defineCall({
    group: "activity",
    summary: "One of the site's lists of choices: education, industries, identity types, provinces.",
    method: "POST",
    path: "/gateway/rest/activity/dictionary-data",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ type: z.enum(dictionaryTypes, "没有这个列表") }),
    response: z.object({ items: z.array(choiceItem.extend({ group: words })) }),
  }),
};
