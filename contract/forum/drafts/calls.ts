/** Drafts of texts that are not published yet, and their versions. */
import { z } from "zod";
import { count, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { cleanText, longId, timestamp, withoutControls } from "../../base/fields";
import {
  deletedDraftDays,
  deletedDraftsMax,
  draftExcerpt,
  draftVersionsMax,
  titleMax,
  topicContentMax,
} from "../constants";

/** The target of a draft: a new topic, one's own topic, a reply to a topic, or one's own reply. */
const draftTarget = z
  .string()
  .regex(
    /^(topic:new(:[a-z\d-]{1,40})?|topic:[1-9]\d{0,14}|reply:[1-9]\d{0,14}|post:[1-9]\d{0,14})$/,
    "草稿位置有误",
  );

/** The form's other fields, valid or not; `parent` is the post that a reply answers. */
const draftFields = z.object({
  fid: z.string().max(20, "版块有误").transform(cleanText),
  classId: z.string().max(20, "分类有误").transform(cleanText),
  tags: z.string().max(500, "标签太长").transform(cleanText),
  parent: z.string().max(20, "回复的内容有误").transform(cleanText).default(""),
});

const storedFields = z.object({ fid: z.string(), classId: z.string(), tags: z.string(), parent: words });
const texts = { title: words, content: z.string(), fields: storedFields.nullable().default(null) };

const revision = z.number().int("版本有误").min(0, "版本有误").max(2_000_000_000, "版本有误");

const draft = z.object({
  id: z.number(),
  target: z.string(),
  ...texts,
  revision: count,
  savedAt: timestamp,
  /**
   * The topic of the draft, null where it was deleted or does not exist yet; `pid` is the post that the draft
   * changes.
   */
  about: z
    .object({ tid: z.number(), pid: z.number().nullable().default(null), title: z.string() })
    .nullable()
    .default(null),
});

const saved = z.object({ id: z.number(), revision: count, savedAt: timestamp });

export const draftCalls = {
  saveDraft: defineCall({
    group: "forum",
    summary:
      "Saves the draft of a target (`topic:new`, or `topic:new:{key}`, `topic:{tid}`, `reply:{tid}`, `post:{pid}`); the old draft becomes a version. " +
      "`baseRevision` is the revision that the form is based on (0 for none): a newer one is refused with DRAFT_CONFLICT. " +
      "`automatic` saves make a version only from time to time. A first save is refused when the person may not write to the target.",
    method: "POST",
    path: "/api/v1/user/draft-save",
    body: "json",
    access: "user",
    limit: "draft",
    effect: "private",
    request: z.object({
      target: draftTarget,
      title: z
        .string()
        .max(titleMax * 4, "标题太长")
        .transform(cleanText),
      content: z
        .string()
        .max(topicContentMax, `内容不能超过 ${topicContentMax.toLocaleString("en-US")} 个字符`)
        .transform(withoutControls),
      fields: draftFields.nullable().default(null),
      baseRevision: revision.optional(),
      automatic: z.boolean().default(false),
    }),
    response: saved,
  }),
  draftList: defineCall({
    group: "forum",
    summary:
      `The signed-in person's drafts, latest first. For one \`target\` with its full content, otherwise with ${draftExcerpt} characters of it, ` +
      "and with deleted ones that can be restored.",
    method: "POST",
    path: "/api/v1/user/draft-list",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ target: z.string().transform(cleanText).optional() }),
    response: z.object({ drafts: z.array(draft), deleted: some(draft.extend({ deletedAt: timestamp })) }),
  }),
  draftVersions: defineCall({
    group: "forum",
    summary: `What one of one's own drafts was before: its last ${draftVersionsMax} versions, latest first, and the draft itself.`,
    method: "POST",
    path: "/api/v1/user/draft-versions",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ id: longId }),
    response: z.object({
      draft,
      versions: some(z.object({ ...texts, revision: z.number(), savedAt: timestamp })),
    }),
  }),
  restoreDraft: defineCall({
    group: "forum",
    summary: "Makes a version the draft again; the present draft becomes a version.",
    method: "POST",
    path: "/api/v1/user/draft-restore",
    body: "json",
    access: "user",
    limit: "draft",
    effect: "private",
    request: z.object({ id: longId, revision }),
    response: saved,
  }),
  deleteDraft: defineCall({
    group: "forum",
    summary: `Throws one of one's own drafts away. For ${deletedDraftDays} days the last ${deletedDraftsMax} can be had back (recoverDraft); an empty one is gone.`,
    method: "POST",
    path: "/api/v1/user/draft-delete",
    body: "json",
    access: "user",
    limit: "draft",
    effect: "private",
    request: z.object({ id: longId }),
    response: z.object({ success: z.literal(true).default(true) }),
  }),
  recoverDraft: defineCall({
    group: "forum",
    summary:
      "Restores a deleted draft. If its target has a new draft, the new draft becomes a version of it.",
    method: "POST",
    path: "/api/v1/user/draft-recover",
    body: "json",
    access: "user",
    limit: "draft",
    effect: "private",
    request: z.object({ id: longId }),
    response: saved,
  }),
};
