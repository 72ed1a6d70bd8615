/** Stored files: pictures and attachments that people upload (spec 7.1). */
import { z } from "zod";
import { count, words } from "../base/absent";
import { defineCall } from "../base/call";
import { cleanText } from "../base/fields";

const kindLimits = z.object({ types: z.array(z.string()), maxBytes: z.number(), maxCount: z.number() });

/** A stored upload. `address` is root-relative and used unchanged in Markdown: `![](address)`, `[name](address)`. */
const uploaded = z.object({
  id: z.number(),
  kind: z.enum(["image", "attachment"]),
  address: z.string(),
  name: words,
  bytes: count,
  /** The size of the shown picture in pixels; null for attachments. */
  width: z.number().nullable().default(null),
  height: z.number().nullable().default(null),
});

export const fileCalls = {
  uploadInfo: defineCall({
    group: "forum",
    summary: "The rules for uploads: file endings, bytes, and the number of files in a post.",
    method: "POST",
    path: "/api/v1/user/upload-info",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "shown",
    request: z.object({}),
    response: z.object({ image: kindLimits, attachment: kindLimits }),
  }),
  uploadFile: defineCall({
    group: "forum",
    summary:
      "Stores a picture or an attachment for a post. The same file from the same person again answers with the first one.",
    method: "POST",
    path: "/api/v1/user/upload-file",
    body: "file",
    access: "poster",
    limit: "upload",
    effect: "private",
    request: z.object({
      file: z.custom<Uint8Array>((value) => value instanceof Uint8Array, "请选择文件"),
      filename: z.string("文件名有误").min(1, "文件名有误").max(1_000, "文件名太长").transform(cleanText),
    }),
    response: uploaded,
  }),
};

export type Uploaded = z.infer<typeof uploaded>;
