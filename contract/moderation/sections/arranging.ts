/** Sections and groups: administrators create, rename, order and archive them. */
import { z } from "zod";
import { count, flag, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { id, numeric, timestamp } from "../../base/fields";
import { reason } from "../fields";
import { groupName, rules, sectionIcon, sectionName, sectionsMost, sectionTemplate, summary } from "./fields";

const adminRow = { group: "moderator", method: "POST", body: "json", access: "admin" } as const;

/** Whether the call changed anything: a form posted twice changes nothing the second time. */
const changed = z.object({ changed: z.boolean() });

/** A place among others, from 1. */
const place = numeric(z.number("位置有误").int("位置有误").min(1, "位置有误").max(sectionsMost, "位置有误"));

const arrangedSection = z.object({
  fid: z.number(),
  name: z.string(),
  icon: words,
  summary: words,
  /** The template of a question in it, in Markdown. */
  template: words,
  /** Stands for what `updateSection` changes of it, so that a form can say what it showed. */
  version: words,
  topics: count,
  posts: count,
  postingClosed: flag,
  unlisted: flag,
  /** Since when it is archived; empty if it is not. */
  archivedAt: timestamp,
  /** What content packs leave as it is, because somebody changed it in the portal. */
  held: z
    .object({ names: flag, place: flag, words: flag })
    .default({ names: false, place: false, words: false }),
});
export type ArrangedSection = z.infer<typeof arrangedSection>;

export const sectionArrangingCalls = {
  sectionArrangement: defineCall({
    ...adminRow,
    summary: "Every section with its group, in their order, for arranging; archived ones too.",
    path: "/api/v1/moderator/section/arrangement",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({}),
    response: z.object({
      groups: some(z.object({ name: z.string(), sections: some(arrangedSection) })),
    }),
  }),
  createSection: defineCall({
    ...adminRow,
    summary: "Creates a section at the end of a group; a group begins with its first section.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/section/create",
    request: z.object({
      name: sectionName,
      group: groupName,
      /** The number in its address; without it the next free one. */
      fid: id.optional(),
      summary,
      icon: sectionIcon,
      rules,
      template: sectionTemplate.default(""),
    }),
    response: z.object({ fid: z.number() }),
  }),
  updateSection: defineCall({
    ...adminRow,
    summary: "Changes a section's name, group, icon and template; in another group it stands last.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/section/update",
    request: z.object({
      fid: id,
      name: sectionName,
      group: groupName,
      icon: sectionIcon,
      template: sectionTemplate.default(""),
      /** The `version` that the form showed; without it nothing is compared. */
      base: z.string().max(40).optional(),
    }),
    response: changed,
  }),
  placeSection: defineCall({
    ...adminRow,
    summary: "Moves a section to a place within its group.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/section/place",
    request: z.object({ fid: id, place }),
    response: changed,
  }),
  placeSectionGroup: defineCall({
    ...adminRow,
    summary: "Moves a whole group of sections to a place among the groups.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/section/place-group",
    request: z.object({ group: groupName, place }),
    response: changed,
  }),
  renameSectionGroup: defineCall({
    ...adminRow,
    summary: "Renames a group of sections.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/section/rename-group",
    request: z.object({ group: groupName, name: groupName }),
    response: changed,
  }),
  archiveSection: defineCall({
    ...adminRow,
    summary:
      "Archives a section, which stays readable and takes no new topics or replies, or opens it again.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/section/archive",
    request: z.object({ fid: id, archived: z.boolean("请选择归档还是重新开放"), reason }),
    response: changed,
  }),
};
