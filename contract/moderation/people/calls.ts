/** Penalised people: their records, and possible actions (spec 7.2: forbidden list, info, update). */
import { z } from "zod";
import { count, firstPage, flag, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { cleanText, id, submissionId, timestamp, typedText } from "../../base/fields";
import { person } from "../../base/shapes";
import { batchAnswer, days, listPage, noteText, reason, shortIds } from "../fields";
import {
  asksForDays,
  hasItsDays,
  penaltyActionNames,
  penaltyDays,
  penaltyKindNames,
  recycledDays,
} from "../penalties";

const staffRow = { group: "moderator", method: "POST", body: "json", access: "staff" } as const;
const formRow = {
  ...staffRow,
  limit: "moderate",
  changedTopics: ({ changedTopics }: { changedTopics: number[] }) => changedTopics,
  response: batchAnswer,
} as const;

const penalty = z.object({
  id: z.number(),
  kind: z.enum(penaltyKindNames),
  reason: words,
  /** Empty for no end, and for a warning. */
  until: timestamp,
  /** Null for a mute by three warnings, and for one from the content pack. */
  by: person.nullable().default(null),
  createdAt: timestamp,
  /** Whether it is in force now. */
  standing: flag,
  liftedBy: person.nullable().default(null),
  liftedAt: timestamp,
});
export type Penalty = z.infer<typeof penalty>;

/** An address, or a network as address/bits. */
const network = z
  .string("请填写地址或网段")
  .max(60, "地址或网段有误")
  .transform((text) => cleanText(text).trim())
  .refine((text) => text !== "", "请填写地址或网段");

export const peopleCalls = {
  matchUser: defineCall({
    ...staffRow,
    summary: "People by uid or the beginning of a nickname, for moderators.",
    path: "/api/v1/moderator/forbid/match-user",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ text: typedText(40, "用户不能超过 40 字") }),
    response: z.object({ people: z.array(person) }),
  }),
  forbiddenList: defineCall({
    ...staffRow,
    summary: "Warnings, mutes and bans, latest first: those in force, or also lifted and ended ones.",
    path: "/api/v1/moderator/forbid/list",
    effect: "reads",
    seenAs: "shown",
    request: z.object({
      kind: z.enum(penaltyKindNames).optional(),
      standing: z.boolean().default(true),
      ...listPage,
    }),
    response: z.object({
      items: z.array(penalty.extend({ person })),
      page: firstPage,
      pages: firstPage,
      total: count,
    }),
  }),
  forbiddenInfo: defineCall({
    ...staffRow,
    summary: "A person for moderators: record, penalties, notes; for administrators also addresses.",
    path: "/api/v1/moderator/forbid/info",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ uid: id }),
    response: z.object({
      person,
      joinedAt: timestamp,
      /** The staff member or site name that the nickname resembles; null for none. */
      looksLike: z.string().nullable().default(null),
      /** Why the caller may not penalise this person; empty when they may. */
      barred: words,
      topics: count,
      posts: count,
      /** Texts refused in review, and texts in the recycle bin. */
      refused: count,
      recycled: count,
      /** Reports of this person's texts that were upheld. */
      upheld: count,
      /** Warnings that count now. */
      warnings: count,
      penalties: some(penalty),
      notes: some(z.object({ by: person, text: words, at: timestamp })),
      /** The network addresses of the latest posts; only for administrators. */
      addresses: some(z.object({ address: z.string(), posts: count, last: timestamp })),
    }),
  }),
  updateForbidden: defineCall({
    ...formRow,
    summary:
      "Warns, mutes or bans a person, or lifts the present penalty; may move their last days' texts to the recycle bin.",
    path: "/api/v1/moderator/forbid/update",
    effect: "hides",
    request: z
      .object({
        uid: id,
        action: z.enum(penaltyActionNames, "请选择处理方式"),
        /** For a mute or a ban; 0 means permanent. */
        days: penaltyDays,
        reason,
        /** Texts of the last days that go to the recycle bin, as one batch; 0 for none. */
        recycleDays: recycledDays,
        submissionId,
      })
      .refine(({ action, days }) => hasItsDays(action, days), asksForDays),
    response: batchAnswer.extend({
      /** The batch of the texts that go to the recycle bin; null without one. */
      texts: z.number().nullable().default(null),
    }),
  }),
  addPersonNote: defineCall({
    ...staffRow,
    limit: "moderate",
    effect: "private",
    summary: "Adds a note about a person, for other moderators.",
    path: "/api/v1/moderator/forbid/note",
    request: z.object({
      uid: id,
      text: noteText,
    }),
    response: z.object({ success: z.literal(true) }),
  }),
  addressBanList: defineCall({
    ...staffRow,
    access: "admin",
    effect: "reads",
    seenAs: "withheld",
    summary: "Banned networks, from which nobody can register or write, latest first.",
    path: "/api/v1/moderator/forbid/networks",
    request: z.object({ ...listPage }),
    response: z.object({
      items: z.array(
        z.object({
          id: z.number(),
          network: z.string(),
          reason: words,
          until: timestamp,
          by: person.nullable().default(null),
          createdAt: timestamp,
        }),
      ),
      page: firstPage,
      pages: firstPage,
      total: count,
    }),
  }),
  banAddress: defineCall({
    ...staffRow,
    access: "admin",
    limit: "moderate",
    effect: "private",
    summary: "Bans a network; never the caller's own.",
    path: "/api/v1/moderator/forbid/ban-network",
    request: z.object({ network, days: days, reason }),
    /** `batch`: the batch that can be undone. */
    response: z.object({ network: z.string(), batch: count }),
  }),
  unbanAddress: defineCall({
    ...formRow,
    access: "admin",
    effect: "hides",
    summary: "Lifts bans of networks.",
    path: "/api/v1/moderator/forbid/unban-network",
    request: z.object({ ids: shortIds, reason, submissionId }),
  }),
};
