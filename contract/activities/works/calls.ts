/** Works of a competition, the judges' scores, and the published result. */
import { z } from "zod";
import { count, flag, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { cleanText, id, page, timestamp } from "../../base/fields";
import { shortKeep } from "../../base/keep-for";
import { person } from "../../base/shapes";
import { workTextMax } from "../constants";
import { activityId, fieldKey, reviewReason, score, scoreComment } from "../fields";
import { galleryWork } from "../home";
import { activityBrief, result, uploadedWork, workField } from "../shapes";

const title = z
  .string("请填写作品名称")
  .transform((text) => cleanText(text).trim())
  .pipe(z.string().min(1, "请填写作品名称").max(80, "作品名称不能超过 80 个字"));

const judging = z.object({
  work: uploadedWork,
  /** The caller's own score; null without one. */
  mine: z.object({ score: z.number(), comment: words }).nullable().default(null),
  /** The number of scores and their mean; for organisers, and for everybody once published. */
  scores: count,
  mean: z.number().nullable().default(null),
});

export const activityWorkCalls = {
  activityWork: defineCall({
    group: "activity",
    summary: "The work of the caller or of their team, its required fields, and the deadline for changes.",
    method: "POST",
    path: "/gateway/rest/activity/work",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ activityId }),
    response: z.object({
      work: uploadedWork.nullable(),
      fields: z.array(workField),
      until: timestamp,
      /** Whether everybody sees the work after the deadline, without its files. */
      shown: flag,
      /** The judges' comments, once the results are published. */
      comments: some(z.object({ score: z.number(), comment: words })),
    }),
  }),
  activityWorkSave: defineCall({
    group: "activity",
    summary:
      "Hands in the caller's work, or changes it, until the deadline; any member may do so for a team.",
    method: "POST",
    path: "/gateway/rest/activity/work-save",
    body: "json",
    access: "user",
    limit: "submit",
    effect: "private",
    request: z.object({
      activityId,
      title,
      answers: z
        .record(fieldKey, z.string().max(workTextMax, `不能超过 ${workTextMax} 个字`), "填写的内容有误")
        .default({}),
    }),
    response: uploadedWork,
  }),
  activityGallery: defineCall({
    group: "activity",
    summary: "The works of a competition that shows them, once nobody can change them; winners first.",
    method: "POST",
    path: "/gateway/rest/activity/gallery",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({ activityId, page: page.default(1) }),
    response: z.object({
      items: some(galleryWork),
      page: z.int().positive().default(1),
      pages: z.int().positive().default(1),
      total: count,
    }),
  }),
  activityWorks: defineCall({
    group: "activity",
    summary: "For judges and organisers: all works, with the caller's scores.",
    method: "POST",
    path: "/gateway/rest/activity/works",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ activityId }),
    response: z.object({
      activity: activityBrief,
      items: some(judging),
      judges: some(person),
      published: flag,
      /** Whether everybody sees the works after the deadline, without their files. */
      gallery: flag,
      /** The deadline for works, and whether it has passed. */
      until: timestamp,
      closed: flag,
      /** The caller's rights in this activity. */
      organises: flag,
      mayJudge: flag,
    }),
  }),
  activityWorkJudge: defineCall({
    group: "activity",
    summary:
      "Stores a judge's score of a work after the deadline, 0 to 100; it can be changed until the results are published.",
    method: "POST",
    path: "/gateway/rest/activity/work-judge",
    body: "json",
    access: "user",
    limit: "submit",
    effect: "private",
    request: z.object({ activityId, workId: id, score, comment: scoreComment }),
    response: judging,
  }),
  activityWorkWithhold: defineCall({
    group: "activity",
    summary:
      "Keeps a work out of the gallery with a reason, or shows it again; whoever handed it in gets a notice. Judging does not change.",
    method: "POST",
    path: "/gateway/rest/activity/work-withhold",
    body: "json",
    access: "organiser",
    limit: "moderate",
    // What nobody should read disappears at once.
    effect: "hides",
    target: ({ activityId: activity }) => ({ activity }),
    request: z
      .object({ activityId, workId: id, withheld: z.boolean(), reason: reviewReason })
      .refine(({ withheld, reason }) => !withheld || reason !== "", {
        error: "请写明原因",
        path: ["reason"],
      }),
    response: uploadedWork,
  }),
  activityResultsPublish: defineCall({
    group: "activity",
    summary:
      "Publishes the results: mean scores, and ranks within each category; everyone who handed in a work gets a notice.",
    method: "POST",
    path: "/gateway/rest/activity/results-publish",
    body: "json",
    access: "organiser",
    limit: "submit",
    effect: "adds",
    target: ({ activityId: activity }) => ({ activity }),
    request: z.object({ activityId }),
    response: z.object({ results: some(result), resultsAt: z.string() }),
  }),
};
