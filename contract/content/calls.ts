/** The operator's content pack in the running portal: checked, loaded, and what was loaded when. */
import { z } from "zod";
import { count, flag, some } from "../base/absent";
import { defineCall } from "../base/call";
import { timestamp } from "../base/fields";

const empty = z.object({});
/** Which pack is meant: the server's, or the one that was in force before the present one. */
const which = z.object({ previous: z.boolean().default(false) });

/** Of one kind of thing, by the name that people know it by, how many are new, changed and taken down. */
const changes = some(z.object({ name: z.string(), added: count, changed: count, delisted: count }));

/** What is wrong with a pack: a file, where in it, and a sentence. */
const problem = z.object({
  file: z.string(),
  line: z.number().nullable().default(null),
  field: z.string().nullable().default(null),
  message: z.string(),
});

/** What a check found: what is wrong, or what a load would change. */
const check = z.object({
  checkedAt: timestamp,
  problems: some(problem),
  /** More than are listed. */
  more: count,
  changes,
  /** What a load would insert besides, in demo mode. */
  members: count,
  topics: count,
  posts: count,
  notices: some(z.string()),
});
export type ContentCheck = z.infer<typeof check>;

/** The parts of a load, in their order. */
export const loadSteps = ["check", "files", "texts", "write"] as const;

export const contentCalls = {
  contentState: defineCall({
    group: "moderator",
    summary: "The server's content pack, what is being done with it, the last check, and the last loads.",
    method: "POST",
    path: "/api/v1/moderator/content/state",
    body: "json",
    access: "admin",
    effect: "reads",
    request: empty,
    response: z.object({
      /** The name of the folder that the server's setting names; null without one. */
      pack: z.string().nullable().default(null),
      /** What waits or runs; null where nothing does. */
      work: z
        .object({
          dryRun: flag,
          previous: flag,
          /** Null while it waits. */
          step: z.enum(loadSteps).nullable().default(null),
          percent: count,
        })
        .nullable()
        .default(null),
      check: check.nullable().default(null),
      /** The pack that was in force before the present one, kept as it was; null where none was. */
      previous: z
        .object({ pack: z.string(), loadedAt: timestamp, check: check.nullable().default(null) })
        .nullable()
        .default(null),
      loads: z.array(
        z.object({
          id: z.number(),
          pack: z.string(),
          /** Who asked for it; null for a start of the server or the command line. */
          nickName: z.string().nullable().default(null),
          state: z.enum(["done", "failed"]),
          changes,
          problems: some(z.string()),
          createdAt: timestamp,
        }),
      ),
    }),
  }),
  checkContent: defineCall({
    group: "moderator",
    summary:
      "Asks for a check of the server's content pack, or of the one before the present one: what is wrong with it, and what a load would change.",
    method: "POST",
    path: "/api/v1/moderator/content/check",
    body: "json",
    access: "admin",
    limit: "settings",
    effect: "private",
    request: which,
    response: empty,
  }),
  loadContent: defineCall({
    group: "moderator",
    summary:
      "Asks for a load of the server's content pack, or of the one before the present one, as it was: all or nothing.",
    method: "POST",
    path: "/api/v1/moderator/content/load",
    body: "json",
    access: "admin",
    limit: "settings",
    effect: "private",
    request: which,
    response: empty,
  }),
};
