/** Sections, their classes and moderators. */
import { z } from "zod";
import { count, flag, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { id } from "../../base/fields";
import { person } from "../../base/shapes";
import { sectionBrief, sectionClass } from "../shapes";

export const sectionCalls = {
  sectionList: defineCall({
    group: "forum",
    summary: "Every section, in its groups; archived ones apart.",
    method: "POST",
    path: "/api/v1/section/list",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: { seconds: 10, whose: "everyone", until: "hides" },
    request: z.object({}),
    response: z.object({
      groups: z.array(z.object({ name: z.string(), sections: z.array(sectionBrief) })),
      /** Archived sections, in their order; they are in no group. */
      archived: some(sectionBrief),
    }),
  }),
  sectionDetail: defineCall({
    group: "forum",
    summary: "One section with its moderators, classes and rules.",
    method: "POST",
    path: "/api/v1/section/detail",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ fid: id }),
    response: sectionBrief.extend({
      group: words,
      rulesHtml: words,
      moderators: some(person),
      /** Topics that its moderators recommend, in their order. */
      recommended: some(z.object({ tid: z.number(), title: z.string() })),
      classes: some(sectionClass),
      followers: count,
      followed: flag,
    }),
  }),
  topicClasses: defineCall({
    group: "forum",
    summary: "The topic classes of a section, and the template of its questions.",
    method: "POST",
    path: "/api/v1/section/classes",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ fid: id }),
    response: z.object({
      classes: z.array(sectionClass),
      /** The template of a question in this section, in Markdown. */
      template: words,
    }),
  }),
  myForums: defineCall({
    group: "forum",
    summary: "The sections that the signed-in person follows.",
    method: "POST",
    path: "/api/v1/user/sections",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "shown",
    request: z.object({}),
    response: z.object({ sections: z.array(sectionBrief) }),
  }),
};
