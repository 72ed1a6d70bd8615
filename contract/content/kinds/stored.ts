import { z } from "zod";
import { withoutControls } from "../../base/fields";
import { line } from "../fields";
import { newsWords } from "./words";

/** Parts of bodies that several kinds have. */

const text = (max: number) =>
  z
    .string()
    .max(max, `不能超过 ${max} 个字符`)
    .transform((value) => withoutControls(value).trim());

/** The Markdown of a piece. */
export const contentText = text(newsWords.content.max);

/** A stored picture, and what it says to those who do not see it. */
export const storedPicture = z.strictObject({
  name: z.string().regex(/^[0-9a-f]{32}\.(?:svg|png|jpg|gif|webp)$/, "没有这张图片"),
  alt: line(120),
});

/** A stored picture of which the words beside it say what it shows. */
export const plainPicture = z.strictObject({ name: storedPicture.shape.name });

/** The name of a stored file. */
export const storedName = z.string().regex(/^[0-9a-f]{32}\.[a-z]{2,4}$/, "没有这个文件");

/** A stored document. */
export const storedFile = z.strictObject({
  fileName: storedName,
  originalName: z.string().min(1, "没有这个文件").max(200, "没有这个文件"),
  bytes: z.number().int("没有这个文件").min(0, "没有这个文件"),
});
