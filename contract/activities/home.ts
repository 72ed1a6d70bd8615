/** What a contest's page tells beyond time and place: its steps, prizes, tracks, criteria, questions and results. */
import { z } from "zod";
import { count, flag, some, words } from "../base/absent";
import { picture } from "../base/shapes";

const named = z.object({ name: z.string(), text: words });

/** A step of the time line; times are ISO 8601. */
export const activityStep = z.object({
  at: z.string(),
  /** The end of a step that takes more than a moment. */
  until: z.string().nullable().default(null),
  title: z.string(),
  text: words,
});

/** A prize. Without ranks its winners are named, and no rank of a result gives it. */
const prize = z.object({
  name: z.string(),
  /** The first and the last rank that get it in each category; null where judges name the winners. */
  ranks: z.tuple([z.number(), z.number()]).nullable().default(null),
  /** How many are awarded in each category. */
  count,
  prize: words,
});

/** A winner whom the operator presents. */
const winner = z.object({
  award: z.string(),
  title: z.string(),
  by: z.string(),
  track: words,
  text: words,
  picture: picture.nullable().default(null),
  /** Addresses elsewhere: the repository and a video; empty without. */
  repository: words,
  video: words,
});

export const activityHome = z.object({
  steps: some(activityStep),
  prizes: some(prize),
  tracks: some(named),
  criteria: some(z.object({ name: z.string(), weight: count, text: words })),
  panel: some(z.object({ name: z.string(), title: words, introduction: words })),
  questions: some(z.object({ question: z.string(), answer: z.string() })),
  /** Data, boards and tools; `url` is an address here or elsewhere. */
  materials: some(z.object({ name: z.string(), text: words, url: words })),
  /** Latest first. */
  news: some(z.object({ at: z.string(), title: z.string(), text: words })),
  winners: some(winner),
  /** What the organisers write after the end; sanitised HTML. */
  recapHtml: words,
  /** Whether everybody sees the works once nobody can change them. */
  gallery: flag,
});

/** A work as everybody sees it. Uploaded files are not shown: they are for organisers and judges. */
export const galleryWork = z.object({
  id: z.number(),
  title: z.string(),
  /** The name of the team, or the nickname. */
  by: words,
  category: words,
  /** Once the results are published: its rank in its category, and the prize; null and empty otherwise. */
  rank: z.number().nullable().default(null),
  award: words,
  texts: some(z.object({ label: z.string(), text: z.string() })),
  links: some(z.object({ label: z.string(), url: z.string() })),
});

export type ActivityHome = z.output<typeof activityHome>;
export type GalleryWork = z.output<typeof galleryWork>;

/** The prize that goes by rank and names this one; empty without. */
export function awardOf(
  prizes: readonly Pick<z.output<typeof prize>, "name" | "ranks">[],
  rank: number,
): string {
  return prizes.find(({ ranks }) => ranks && ranks[0] <= rank && rank <= ranks[1])?.name ?? "";
}
