/** Suggestions and complaints to the operator, as their authors write and read them (spec 2.4, 2.7). */
import { z } from "zod";
import { count, firstPage, some, words } from "../base/absent";
import { defineCall } from "../base/call";
import { id, page, submissionId, timestamp } from "../base/fields";
import { adviceImagesMax, feedbackStatuses } from "./constants";
import { complaintContext, complaintFields, namesOf, suggestionFields } from "./fields";

/** The number of a suggestion or complaint. */
export const adviceNumber = z.string("编号有误").regex(/^(YJ|TS)\d{8}-[2-9A-Z]{6}$/, "编号有误");

export const adviceStatus = z.enum(namesOf(feedbackStatuses));

/** The storage name of a picture, from `uploadAdviceImage`. */
const imageName = z.string("图片有误").regex(/^[0-9a-f]{32}\.(png|jpg|gif|webp)$/, "图片有误");

const summary = z.object({
  kind: z.enum(["suggestion", "complaint"]),
  number: z.string(),
  /** The id of a suggestion's type or a complaint's reason. */
  type: words,
  /** The text; in a list only its beginning. */
  text: z.string(),
  status: adviceStatus,
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** A suggestion or complaint with all details, for its author and the operators. */
export const feedbackRecord = summary.extend({
  images: some(z.string()),
  contact: words,
  /** What a question to an engineer is about. */
  product: z.object({ id: z.number(), name: z.string() }).nullable().default(null),
  /** The time by which an answer is promised; null without a promise. */
  dueAt: z.string().nullable().default(null),
  /** The operator's latest answer; empty without one. */
  answer: words,
  /** The steps after its receipt, oldest first. */
  steps: some(z.object({ status: adviceStatus, answer: words, at: timestamp })),
  /**
   * The subject of a complaint; null for suggestions. The text comes from a page, so its address must not be used as
   * a link.
   */
  about: z.object({ contentTitle: z.string(), postUrl: z.string() }).nullable().default(null),
});

export const feedbackCalls = {
  insertUserAdvice: defineCall({
    group: "suggestion",
    summary:
      "Submits a suggestion, or a question to an engineer, which may name its product and is promised an answer. The same submission twice answers with the first one's number.",
    method: "POST",
    path: "/gateway/rest/suggestion/insert-user-advice",
    body: "json",
    access: "user",
    limit: "submit",
    effect: "private",
    request: z.object({
      ...suggestionFields,
      product: id.optional(),
      images: z.array(imageName).max(adviceImagesMax, `最多 ${adviceImagesMax} 张图片，请删减`).default([]),
      submissionId,
    }),
    response: z.object({ number: z.string(), dueAt: z.string().nullable().default(null) }),
  }),
  uploadAdviceImage: defineCall({
    group: "suggestion",
    summary: "Stores a picture for a suggestion; answers its storage name and its address.",
    method: "POST",
    path: "/gateway/rest/suggestion/upload-image",
    body: "file",
    access: "user",
    limit: "upload",
    effect: "private",
    request: z.object({
      file: z.custom<Uint8Array>((value) => value instanceof Uint8Array, "请选择文件"),
      filename: z.string("文件名有误").min(1, "文件名有误").max(1_000, "文件名太长"),
    }),
    response: z.object({ name: z.string(), address: z.string() }),
  }),
  insertComplaint: defineCall({
    group: "suggestion",
    summary:
      "Submits a complaint about the subject in the context of the complaint frame. The same submission twice makes one complaint.",
    method: "POST",
    path: "/gateway/rest/suggestion/insert-complaint",
    body: "json",
    access: "user",
    limit: "submit",
    effect: "private",
    request: z.object({ ...complaintFields, context: complaintContext, submissionId }),
    response: z.object({ number: z.string() }),
  }),
  userAdviceList: defineCall({
    group: "suggestion",
    summary: "The caller's suggestions or complaints, latest first.",
    method: "POST",
    path: "/gateway/rest/suggestion/user-advice-list",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({
      kind: z.enum(["suggestion", "complaint"]).default("suggestion"),
      page: page.default(1),
    }),
    response: z.object({ records: z.array(summary), page: firstPage, pages: firstPage, total: count }),
  }),
  userAdviceDetail: defineCall({
    group: "suggestion",
    summary:
      "One of the caller's suggestions or complaints by its number, with its history; ADVICE_NOT_FOUND for other people's.",
    method: "POST",
    path: "/gateway/rest/suggestion/user-advice-detail",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ number: adviceNumber }),
    response: feedbackRecord,
  }),
};

export type FeedbackSummary = z.infer<typeof summary>;

export type FeedbackRecord = z.infer<typeof feedbackRecord>;
