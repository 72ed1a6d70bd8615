/** Managing the operator's content pack in the running portal: checks, loads, and past loads. */
import { z } from "zod";
import { count, flag, some } from "../base/absent";
import { defineCall } from "../base/call";
import { cleanText, timestamp } from "../base/fields";

const empty = z.object({});
const uploadId = z.string("编号有误").regex(/^[0-9a-f-]{36}$/, "编号有误");
/** The pack: the server's, the one before the present one, or this upload. */
const which = z.object({ previous: z.boolean().default(false), upload: uploadId.optional() });

/**
 * The numbers of new, changed and delisted things of one kind, and in a check the names of the first of them; `name` is the
 * kind's Chinese name.
 */
const changes = some(
  z.object({
    name: z.string(),
    added: count,
    changed: count,
    delisted: count,
    addedNames: some(z.string()),
    changedNames: some(z.string()),
    delistedNames: some(z.string()),
  }),
);

/** A problem of a pack: a file, a position in it, and a message. */
const problem = z.object({
  file: z.string(),
  line: z.number().nullable().default(null),
  field: z.string().nullable().default(null),
  message: z.string(),
});

/** The result of a check: its problems, or the changes that a load would make. */
const check = z.object({
  checkedAt: timestamp,
  problems: some(problem),
  /** The number of problems that are not listed. */
  more: count,
  changes,
  /** The rows that a load would add in demo mode. */
  members: count,
  topics: count,
  posts: count,
  notices: some(z.string()),
});
export type ContentCheck = z.infer<typeof check>;

/** A pack of what stands, which somebody asked for in the browser. */
const exported = z.object({
  /** Who asked for it; null of an account that ended. */
  nickName: z.string().nullable().default(null),
  askedAt: timestamp,
  state: z.enum(["waiting", "working", "ready", "failed"]),
  percent: count,
  /** Of a failed one: what an administrator can do, if the program knows. */
  failure: z.string().nullable().default(null),
  /** Of one that is ready. */
  archive: z
    .object({
      /** The pack that was loaded last, on which it stands. */
      pack: z.string(),
      files: count,
      bytes: count,
      /** A signed address, valid for some hours. */
      address: z.string(),
      /** Until when this answer names it. */
      expiresAt: timestamp,
      /** What the browser holds and the archive has in place of the pack's, by the Chinese name of its kind. */
      held: some(z.object({ name: z.string(), count })),
      /** Whether emails of accounts stand in it. */
      hasEmails: flag,
      /** What a pack cannot carry. */
      lost: some(z.string()),
      /** Why it cannot be loaded as it is, and the number of problems that are not listed. */
      problems: some(problem),
      more: count,
    })
    .nullable()
    .default(null),
});
export type ExportedContent = z.infer<typeof exported>;

/** The parts of a load, in their order. */
export const loadSteps = ["check", "files", "texts", "write"] as const;

export const contentCalls = {
  contentState: defineCall({
    group: "moderator",
    summary: "The server's content pack, the running job, the last check, and the last loads.",
    method: "POST",
    path: "/api/v1/moderator/content/state",
    body: "json",
    access: "admin",
    effect: "reads",
    seenAs: "withheld",
    request: empty,
    response: z.object({
      /** The name of the pack's folder in the server's settings; null without one. */
      pack: z.string().nullable().default(null),
      /** The job that waits or runs; null without one. */
      work: z
        .object({
          dryRun: flag,
          previous: flag,
          upload: flag,
          /** Null while it waits. */
          step: z.enum(loadSteps).nullable().default(null),
          percent: count,
        })
        .nullable()
        .default(null),
      check: check.nullable().default(null),
      /** The pack before the present one, stored unchanged; null without one. */
      previous: z
        .object({ pack: z.string(), loadedAt: timestamp, check: check.nullable().default(null) })
        .nullable()
        .default(null),
      /** The pack that was uploaded and neither loaded nor discarded; null without one. */
      upload: z
        .object({
          id: z.string(),
          name: z.string(),
          bytes: count,
          /** Who uploaded it; null of an account that ended. */
          nickName: z.string().nullable().default(null),
          uploadedAt: timestamp,
          /** Null before its check, and after another load. */
          check: check.nullable().default(null),
        })
        .nullable()
        .default(null),
      /** The last pack of what stands that somebody asked for; null without one, and after its days. */
      exported: exported.nullable().default(null),
      loads: z.array(
        z.object({
          id: z.number(),
          pack: z.string(),
          /** Who started it; null for a server start or the command line. */
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
      "Starts a check of the server's content pack, of the previous one, or of an uploaded one: its problems, and the changes that a load would make.",
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
      "Starts a load of the server's content pack, of the previous one, unchanged, or of an uploaded one: everything or nothing. An upload is loaded only after the check that the caller has seen.",
    method: "POST",
    path: "/api/v1/moderator/content/load",
    body: "json",
    access: "admin",
    limit: "settings",
    effect: "private",
    request: which.extend({
      /** Of an upload: when the check was made that the caller has seen. */
      checkedAt: z.string("时间有误").max(40, "时间有误").optional(),
    }),
    response: empty,
  }),
  uploadContentPack: defineCall({
    group: "moderator",
    summary:
      "Stores a content pack that comes as a ZIP, in place of an earlier undecided one, and starts its check. Nothing is loaded.",
    method: "POST",
    path: "/api/v1/moderator/content/upload",
    body: "file",
    access: "admin",
    limit: "upload",
    effect: "private",
    request: z.object({
      file: z.custom<Uint8Array>((value) => value instanceof Uint8Array, "请选择文件"),
      filename: z.string("文件名有误").min(1, "文件名有误").max(1_000, "文件名太长").transform(cleanText),
    }),
    response: z.object({ id: z.string() }),
  }),
  exportContentPack: defineCall({
    group: "moderator",
    summary:
      "Starts an export of what stands as a content pack, which contentState then names; does nothing while one is under way.",
    method: "POST",
    path: "/api/v1/moderator/content/export",
    body: "json",
    access: "admin",
    limit: "settings",
    effect: "private",
    recentSignIn: true,
    request: empty,
    response: empty,
  }),
  discardContentPack: defineCall({
    group: "moderator",
    summary: "Discards an uploaded content pack. Content stays as it is.",
    method: "POST",
    path: "/api/v1/moderator/content/discard",
    body: "json",
    access: "admin",
    limit: "settings",
    effect: "private",
    request: z.object({ upload: uploadId }),
    response: empty,
  }),
};
