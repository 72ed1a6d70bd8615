import { id } from "contract/base/fields";
import { days, reason } from "contract/moderation/fields";
import {
  className,
  note,
  personTyped,
  position,
  preReview,
  rules,
  summary,
  topicNumber,
} from "contract/moderation/sections/fields";
import { z } from "zod";
import { ticked } from "~/forms/ticked";

/** The parts of a section's management, by their names in the address. */
export const parts = {
  words: "介绍与版规",
  topics: "推荐主题",
  classes: "主题分类",
  people: "版主",
  settings: "设置",
} as const;
export type Part = keyof typeof parts;
export const partNames = Object.keys(parts) as [Part, ...Part[]];

const fid = id;

export const sectionForm = z.object({ fid });
export const wordsForm = z.object({
  fid,
  summary: z.string().default("").pipe(summary),
  rules: rules.default(""),
  reason: note,
  base: z.string(),
});
export const settingsForm = z.object({
  fid,
  preReview,
  reason: z.string().default("").pipe(reason),
  recycleBin: ticked,
  postingClosed: ticked,
  unlisted: ticked,
});
export const recommendForm = z.object({
  fid,
  topic: z.string().default("").pipe(topicNumber),
  position,
  days: days.optional(),
});
export const placeForm = z.object({ fid, position, days: days.optional() });
export const classForm = z.object({
  fid,
  name: z.string().default("").pipe(className),
  position,
  closed: ticked,
});
export const classGoesForm = z.object({ fid, moveTo: id.optional() });
export const appointForm = z.object({
  fid,
  person: z.string().default("").pipe(personTyped),
  reason: z.string().default("").pipe(reason),
});
export const dismissForm = z.object({ fid, reason: z.string().default("").pipe(reason) });
