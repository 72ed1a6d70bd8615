/** The numbers of the moderation area: what people did with products, resources, courses and topics, from sums by day. */
import { z } from "zod";
import { count, firstPage, flag, some, words } from "../base/absent";
import { defineCall } from "../base/call";
import { longId, page, timestamp } from "../base/fields";
import { dayOf, midnightOf, subtractTime } from "../base/time";
import { day } from "../moderation/fields";
import { usageRows, usageSourceNames, usageSpanMost, usageThingNames } from "./constants";

const row = {
  group: "analytics",
  method: "POST",
  body: "json",
  effect: "reads",
  seenAs: "shown",
  replica: "everybody",
} as const;

/** A number of at least five people, or 0; null for one of fewer people. */
const figure = z.number().nullable().default(null);

/** What is wrong with the days of a report, by field; null when nothing is. */
export function daysProblem({ from, to }: { from: string; to: string }): ["from" | "to", string] | null {
  if (from > to) return ["to", "结束日期不能早于开始日期"];
  if (from < dayOf(subtractTime(midnightOf(to), usageSpanMost - 1, "day")))
    return ["from", `一次最多看 ${usageSpanMost} 天`];
  return null;
}

/** The first and the last day of a report in Beijing time. */
const days = { from: day, to: day };
const ofDays = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...days, ...shape }).superRefine((request, { addIssue }) => {
    const [field, message] = daysProblem(request as unknown as { from: string; to: string }) ?? [];
    if (field) addIssue({ code: "custom", path: [field], message: message ?? "" });
  });
const pages = {
  page: page.default(1),
  size: z.number().int().min(1).max(usageRows.file).default(usageRows.page),
};
const pagesAnswer = { page: firstPage, pages: firstPage, total: count };

/** `datasheet`, `sample` and `buy` are products' steps; the others have none. */
const figures = z.object({
  view: figure,
  download: figure,
  datasheet: figure,
  sample: figure,
  buy: figure,
});
export type UsageFigures = z.output<typeof figures>;

const found = z.object({ text: z.string(), times: count, lastOn: words });

export const usageCalls = {
  usageReport: defineCall({
    ...row,
    summary:
      "Views and downloads of products, resources, versions, courses or topics, and products' steps from a document to a sample or a shop, by thing, day and source; for administrators and analysts, for editors of what they edit, for moderators of topics in their sections, empty for other offices. Without staff and robots; numbers of fewer than five people are null.",
    path: "/api/v1/moderator/numbers/usage",
    access: "office",
    request: ofDays({
      of: z.enum(usageThingNames, "请选择看什么"),
      /** Only what came from there. */
      source: z.enum(usageSourceNames, "请选择来源").optional(),
      /** Only this thing. */
      id: longId.optional(),
      /** Without them `whole` is null and `days` and `sources` are empty: a table that is read page by page needs none. */
      sums: z.boolean().default(true),
      ...pages,
    }),
    response: z.object({
      /** The most viewed first. `beside` tells things of one name apart; `all` is the site's own count of all downloads. */
      items: z.array(
        z.object({ id: z.number(), name: z.string(), beside: words, all: count.nullable(), figures }),
      ),
      /**
       * The numbers of all of the kind, or of the thing; null for who sees only a part of the kind. All topics are those
       * of sections that everybody may see.
       */
      whole: figures.nullable().default(null),
      days: some(z.object({ day: z.string(), figures })),
      sources: some(z.object({ source: z.enum(usageSourceNames), view: figure })),
      ...pagesAnswer,
    }),
  }),
  courseNumbers: defineCall({
    ...row,
    summary:
      "How many people began each course in some days, and how many of these have studied half of it, finished it and got its certificate; without staff. Numbers of fewer than five people are null.",
    path: "/api/v1/moderator/numbers/courses",
    access: "office",
    request: ofDays(pages),
    response: z.object({
      items: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          started: figure,
          half: figure,
          finished: figure,
          /** Whether it has a certificate. */
          certifies: flag,
          certified: figure,
        }),
      ),
      ...pagesAnswer,
    }),
  }),
  searchNumbers: defineCall({
    ...row,
    summary:
      "What was searched for most, or what most searches found nothing for; only what at least five people searched for.",
    path: "/api/v1/moderator/numbers/searches",
    access: "analyst",
    request: ofDays({ missed: z.boolean().default(false), ...pages }),
    response: z.object({ items: z.array(found), ...pagesAnswer }),
  }),
  questionNumbers: defineCall({
    ...row,
    summary:
      "Questions that nobody answered, by section and age, and the time to the first answer of the questions of each month; in the caller's sections, for an analyst in all.",
    path: "/api/v1/moderator/numbers/questions",
    access: "staffOrAnalyst",
    request: z.object({}),
    response: z.object({
      /** Of less than a day, a week, a month, and older. */
      waiting: z.array(
        z.object({
          fid: z.number(),
          name: z.string(),
          day: count,
          week: count,
          month: count,
          older: count,
          oldest: timestamp,
        }),
      ),
      /**
       * The newest month first; minutes until the first answer of somebody else: those of members, and those of staff
       * apart. Null for fewer than five such answers.
       */
      answers: some(
        z.object({
          fid: z.number(),
          name: z.string(),
          month: z.string(),
          questions: count,
          answered: count,
          byStaff: count,
          p50: z.number().nullable().default(null),
          p90: z.number().nullable().default(null),
          staffP50: z.number().nullable().default(null),
          staffP90: z.number().nullable().default(null),
        }),
      ),
    }),
  }),
};
