import { z } from "zod";
import { day, line, packId } from "../../fields";
import { storedVideo } from "../course-body";
import { plainPicture, storedName } from "../stored";
import { videoWords } from "./video-words";

/** The schema of a video; its fields check a pack's videos too (gateway/content/pack/schemas/resources.ts). */

/** What a video of a pack and one of the browser have in common. */
export const videoFields = {
  title: line(videoWords.title.max),
  summary: line(videoWords.summary.max).optional(),
  date: day,
  products: z.array(packId).max(videoWords.products.max, `最多 ${videoWords.products.max} 个`).default([]),
};

export const videoShape = z.strictObject({
  ...videoFields,
  /** A form names it by its file; the gateway finds the rest, so that a version has it whole. */
  video: z.union([storedName, storedVideo], "请选择视频"),
  poster: z.array(plainPicture).max(1, "只能有一张").default([]),
});
export type VideoBody = z.output<typeof videoShape>;
