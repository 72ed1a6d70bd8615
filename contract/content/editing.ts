/** Editing content in the browser: drafts, for lecturers too; versions, publishing and withdrawing, for editors and administrators. */
import { z } from "zod";
import { count, firstPage, flag, some, words } from "../base/absent";
import { defineCall } from "../base/call";
import { cleanText, numeric, page, submissionId, timestamp, typedText } from "../base/fields";
import { textChange } from "../forum/shapes";
import { listSize } from "../moderation/fields";
import { parameterTypes } from "../products/constants";
import { whyMax } from "./constants";
import { contentKey, contentKind, contentVersion } from "./piece";
import { contentStateNames } from "./transitions";

const editorCall = {
  group: "moderator",
  method: "POST",
  body: "json",
  access: "editor",
} as const;
const changing = { ...editorCall, limit: "moderate" } as const;
/** Calls that change nothing but drafts. */
const writerCall = { ...editorCall, access: "writer" } as const;

const [kind, key, base] = [contentKind, contentKey, contentVersion];
const piece = { kind, key };
const wrongVersion = "版本有误";
const version = numeric(
  z.number(wrongVersion).int(wrongVersion).min(1, wrongVersion).max(1_000_000, wrongVersion),
);
const why = typedText(whyMax, `说明不能超过 ${whyMax} 字`).default("");
/** A time to come, to the minute. */
const at = z.iso
  .datetime({ offset: true, error: "时间有误" })
  .refine((value) => Date.parse(value) < Date.parse("3000-01-01T00:00:00Z"), "时间太远了")
  .optional();

/** How deep the deepest field of a body is: what a picture of a slide of a lesson of a chapter says. */
const deepest = 9;
function isShallow(body: unknown): boolean {
  let level = [body];
  for (let depth = 0; depth <= deepest; depth += 1) {
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null ? Object.values(value) : [],
    );
    if (level.length === 0) return true;
  }
  return false;
}
const body = z.record(z.string(), z.unknown()).refine(isShallow, "填写的内容有误");
/** The fingerprint of what stands of a piece that nobody edited in the browser. */
const standing = z
  .string(wrongVersion)
  .regex(/^[\w:+/=-]{0,100}$/, wrongVersion)
  .default("");

const state = z.enum(contentStateNames);
const choice = z.object({ value: z.string(), name: z.string() });
/** A product that a piece names. */
const product = z.object({ id: z.number(), name: z.string() });
/** A parameter that products of these classes have. */
const parameter = z.object({
  classes: z.array(z.number()),
  key: z.string(),
  name: z.string(),
  unit: words,
  type: z.enum(parameterTypes),
  choices: some(z.string()),
});
export type ContentParameter = z.infer<typeof parameter>;
/** The change of one field: its Chinese label, and the words that were added and removed. */
const fieldChange = z.object({ name: z.string(), label: z.string(), changes: some(textChange) });

/** What was scheduled. */
const scheduled = {
  publishAt: timestamp,
  /** The version that will be published. */
  publishVersion: count,
  withdrawAt: timestamp,
};

const changed = z.object({ key: z.string(), version: z.number(), state });

export const contentEditingCalls = {
  contentList: defineCall({
    ...writerCall,
    summary: "The pieces of one kind of content, latest change first, with filters.",
    path: "/api/v1/moderator/content/list",
    effect: "reads",
    seenAs: "shown",
    request: z.object({
      kind,
      text: typedText(60, "查找的文字不能超过 60 字").default(""),
      state: state.optional(),
      /** Only pieces that differ from the last pack, scheduled ones, or those with a draft newer than what stands. */
      only: z.enum(["conflict", "scheduled", "drafted"]).optional(),
      page: page.default(1),
      size: listSize.default(20),
    }),
    response: z.object({
      pieces: z.array(
        z.object({
          key: z.string(),
          title: z.string(),
          state,
          /** The newest version; 0 for a piece that nobody edited in the browser. */
          version: count,
          publishedVersion: count,
          ...scheduled,
          conflict: flag,
          changedAt: timestamp,
          /** Who changed it last; empty for a pack. */
          editor: words,
        }),
      ),
      page: firstPage,
      pages: firstPage,
      total: count,
    }),
  }),
  contentPiece: defineCall({
    ...writerCall,
    summary: "A piece of content for its form, in its newest version; without a key the form of a new one.",
    path: "/api/v1/moderator/content/piece",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ kind, key: key.optional() }),
    response: z.object({
      key: words,
      state: state.default("draft"),
      version: count,
      /** The fingerprint of what stands, for a piece that nobody edited in the browser; a first save sends it back. */
      standing: words,
      publishedVersion: count,
      ...scheduled,
      body: z.record(z.string(), z.unknown()).default({}),
      /** The choices of its fields, by their names. */
      choices: z.record(z.string(), z.array(choice)).default({}),
      products: some(product),
      /** For products: the parameters of each class, own ones and those of the classes above it, in their order. */
      parameters: some(parameter),
      /** The secret of the address at which its newest version is shown; empty without one. */
      preview: words,
      changedAt: timestamp,
      editor: words,
      conflict: z
        .object({
          pack: z.string(),
          at: timestamp,
          /** The pack no longer names it. */
          gone: flag,
          changes: some(fieldChange),
        })
        .nullable()
        .default(null),
    }),
  }),
  contentVersions: defineCall({
    ...writerCall,
    summary: "The newest versions of a piece, latest first, and what one of its versions changed.",
    path: "/api/v1/moderator/content/versions",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ ...piece, version: version.optional() }),
    response: z.object({
      title: z.string(),
      state,
      publishedVersion: count,
      versions: z.array(
        z.object({
          version: z.number(),
          at: timestamp,
          editor: words,
          why: words,
          /** Where it comes from: typed, taken from a pack, or an earlier version. */
          origin: z.enum(["typed", "pack", "restored"]),
        }),
      ),
      shown: z.object({ version: z.number(), changes: some(fieldChange) }),
    }),
  }),
  contentProducts: defineCall({
    ...writerCall,
    summary: "Products to link a piece to, by a part of their name or by their number.",
    path: "/api/v1/moderator/content/products",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ text: typedText(60, "查找的文字不能超过 60 字", "请填写产品名称或编号") }),
    response: z.object({ products: z.array(product) }),
  }),
  compareContent: defineCall({
    ...writerCall,
    summary: "What the newest version of a piece has different from a typed one.",
    path: "/api/v1/moderator/content/compare",
    effect: "reads",
    seenAs: "shown",
    limit: "render",
    request: z.object({ ...piece, body }),
    response: z.object({
      version: z.number(),
      /** As that of `contentPiece`. */
      standing: words,
      at: timestamp,
      editor: words,
      changes: some(fieldChange),
    }),
  }),
  uploadContentFile: defineCall({
    ...writerCall,
    summary:
      "Stores a PDF or a ZIP for a piece of content. A version that the same editor saves may name it; readers get its address once that version is published.",
    path: "/api/v1/moderator/content/file",
    body: "file",
    limit: "upload",
    effect: "private",
    request: z.object({
      file: z.custom<Uint8Array>((value) => value instanceof Uint8Array, "请选择文件"),
      filename: z.string("文件名有误").min(1, "文件名有误").max(1_000, "文件名太长").transform(cleanText),
    }),
    /** As a body names it: the stored name, the name for readers, and the size. */
    response: z.object({ fileName: z.string(), originalName: z.string(), bytes: z.number() }),
  }),
  saveContent: defineCall({
    ...changing,
    access: "writer",
    summary:
      "Adds a version to a piece, or makes a new piece, once for one `submissionId`. Refuses with EDIT_CONFLICT when `base` is not its newest version, or when a pack wrote it meanwhile.",
    path: "/api/v1/moderator/content/save",
    effect: "private",
    request: z.object({
      kind,
      /** Without it the gateway numbers a new piece, where its kind allows that. */
      key: key.optional(),
      /** The version that the form was filled from; 0 for a new piece, and for one that nobody edited yet. */
      base,
      /** What `contentPiece` answered, for a piece that nobody edited yet. */
      standing,
      /** Makes a new piece: refused when there is one with this key. */
      fresh: z.boolean().default(false),
      /** For a new piece: the form that makes it, which makes one piece however often it is posted. */
      submissionId: submissionId.optional(),
      body,
      why,
    }),
    response: changed.extend({
      /** A text that could not be laid out, which readers will see as typed. */
      asTyped: flag,
    }),
  }),
  copyContent: defineCall({
    ...changing,
    access: "writer",
    summary:
      "Makes a new draft of what a piece says, once for one `submissionId`; of an activity without its dates and its results.",
    path: "/api/v1/moderator/content/copy",
    effect: "private",
    request: z.object({ ...piece, submissionId }),
    response: changed,
  }),
  publishContent: defineCall({
    ...changing,
    summary: "Publishes a version of a piece, now or at a time.",
    path: "/api/v1/moderator/content/publish",
    effect: "hides",
    request: z.object({ ...piece, version, at }),
    response: changed,
  }),
  withdrawContent: defineCall({
    ...changing,
    summary: "Takes a piece down, now or at a time; its page stays and says so.",
    path: "/api/v1/moderator/content/withdraw",
    effect: "hides",
    request: z.object({ ...piece, at }),
    response: changed,
  }),
  unscheduleContent: defineCall({
    ...changing,
    summary: "Cancels the scheduled publishing and withdrawal of a piece.",
    path: "/api/v1/moderator/content/unschedule",
    effect: "private",
    request: z.object(piece),
    response: changed,
  }),
  restoreContent: defineCall({
    ...changing,
    summary: "Adds a version with the body of an earlier one.",
    path: "/api/v1/moderator/content/restore",
    effect: "private",
    request: z.object({ ...piece, version }),
    response: changed,
  }),
  decideContent: defineCall({
    ...changing,
    summary: "Decides a conflict between a piece and a content pack.",
    path: "/api/v1/moderator/content/decide",
    effect: "hides",
    request: z.object({
      ...piece,
      take: z.enum(["own", "pack"], "请选择保留哪一份"),
      /** The time of the conflict that was shown: a newer one is refused. */
      seen: z.union([z.iso.datetime(), z.literal("")], "请刷新页面再看"),
    }),
    response: changed,
  }),
};
