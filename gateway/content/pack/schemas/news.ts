import { image, line, packId } from "contract/content/fields";
import { newsFields } from "contract/content/kinds/bodies";
import { z } from "zod";

/** news.yaml, news/*.md, about.md and redirects.yaml (content/README.md). */

export const newsFile = z.strictObject({
  categories: z.array(z.strictObject({ id: packId, name: line(20) })).min(1, "没有分类"),
});

export const newsFront = z.strictObject({
  id: packId,
  ...newsFields,
  cover: z.strictObject({ image, alt: line(120) }).optional(),
});

export const aboutFront = z.strictObject({ title: line(60), summary: line(300) });

/** A path of the portal, with an optional query. */
const address = z
  .string()
  .max(500, "地址太长")
  .regex(/^\/(?![/\\])[^\s\\"'<>#]*$/, "应是以 / 开头的站内地址，不带 #")
  .refine((value) => !/^\/(?:h5|gateway|assets)(?:\/|$)/.test(value), "不能以 /h5、/gateway 或 /assets 开头");
export const redirectsFile = z.strictObject({
  redirects: z.array(z.strictObject({ from: address, to: address })).max(10_000, "最多 10000 条"),
});

export type NewsFile = z.output<typeof newsFile>;
export type NewsFront = z.output<typeof newsFront>;
export type AboutFront = z.output<typeof aboutFront>;
export type RedirectsFile = z.output<typeof redirectsFile>;
