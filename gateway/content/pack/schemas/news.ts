import { image, line, packId } from "contract/content/fields";
import { newsFields } from "contract/content/kinds/bodies";
import { movedAddress, redirectsMax } from "contract/content/kinds/site/site-bodies";
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

export const redirectsFile = z.strictObject({
  redirects: z
    .array(z.strictObject({ from: movedAddress, to: movedAddress }))
    .max(redirectsMax, `最多 ${redirectsMax} 条`),
});

export type NewsFile = z.output<typeof newsFile>;
export type NewsFront = z.output<typeof newsFront>;
export type AboutFront = z.output<typeof aboutFront>;
export type RedirectsFile = z.output<typeof redirectsFile>;
