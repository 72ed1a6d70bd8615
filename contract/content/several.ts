/** Publishing and taking down several pieces of one kind at once. */
import { z } from "zod";
import { count, some, words } from "../base/absent";
import { defineCall } from "../base/call";
import { typedText } from "../base/fields";
import { severalMost, whyMax } from "./constants";
import { contentKey, contentKind, contentVersion } from "./piece";

const editorCall = { group: "moderator", method: "POST", body: "json", access: "editor" } as const;
const act = z.enum(["publish", "withdraw"], "请选择要怎么处理");
const keys = z
  .array(contentKey, "请先选择要处理的内容")
  .min(1, "请先选择要处理的内容")
  .max(severalMost, `一次最多处理 ${severalMost} 项`)
  .transform((chosen) => [...new Set(chosen)]);

/** A piece, and why it stays as it is; empty when nothing stands in the way. */
const result = { key: z.string(), problem: words };

export const severalContentCalls = {
  checkSeveralContent: defineCall({
    ...editorCall,
    summary: "What publishing or taking down several pieces would do to each of them.",
    path: "/api/v1/moderator/content/several/check",
    effect: "reads",
    seenAs: "shown",
    limit: "render",
    request: z.object({ kind: contentKind, keys, act }),
    response: z.object({
      pieces: some(
        z.object({
          ...result,
          /** Its key where the caller may not edit it. */
          title: z.string(),
          /** The newest version; 0 of a piece that nobody edited. */
          version: count,
          /** The version that visitors see; 0 without one. */
          visibleVersion: count,
        }),
      ),
    }),
  }),
  changeSeveralContent: defineCall({
    ...editorCall,
    summary:
      "Publishes or takes down several pieces, each on its own: what stands in the way of one does not keep the others.",
    path: "/api/v1/moderator/content/several",
    limit: "moderate",
    effect: "hides",
    request: z.object({
      kind: contentKind,
      act,
      /** The versions that were shown: a piece with a newer one stays as it is. */
      pieces: z
        .array(z.object({ key: contentKey, version: contentVersion }), "请先选择要处理的内容")
        .min(1, "请先选择要处理的内容")
        .max(severalMost, `一次最多处理 ${severalMost} 项`),
      why: typedText(whyMax, `理由不能超过 ${whyMax} 字`, "请填写理由"),
    }),
    response: z.object({ done: count, refused: some(z.object(result)) }),
  }),
};
