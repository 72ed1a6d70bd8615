import { image, line, link, moment, outsideUrl, packId, picture } from "contract/content/fields";
import { forumBannersMax, homeFields, wrongInBlock } from "contract/content/kinds/site/site-bodies";
import { menuFlags } from "contract/site/constants";
import { z } from "zod";

/** site.yaml (content/README.md). */

const { key } = homeFields;

/** The period in which an entry is shown. */
const period = { from: moment.optional(), until: moment.optional() };
const orderly = ({ from, until }: { from?: Date | undefined; until?: Date | undefined }) =>
  !from || !until || from < until;
const disorderly = { message: "until 应晚于 from", path: ["until"] };

const { banner, block, forumBanner } = homeFields;
const homeBanner = z.strictObject({ key, ...banner, image, ...period }).refine(orderly, disorderly);

const homeBlock = z
  .strictObject({
    key,
    ...block,
    /** Only for a block of the kind `links`. */
    links: z
      .array(z.strictObject({ ...homeFields.link, image: image.optional() }))
      .max(24, "最多 24 个")
      .default([]),
    ...period,
  })
  .refine(orderly, disorderly)
  .superRefine((one, context) => {
    for (const [field, message] of wrongInBlock(one))
      context.addIssue({ code: "custom", path: [field], message });
  });

export const siteFile = z.strictObject({
  banners: z
    .array(z.strictObject({ key, ...forumBanner, image: z.union([picture, image]) }))
    .max(forumBannersMax, `最多 ${forumBannersMax} 个`)
    .default([]),
  home: z
    .strictObject({
      banners: z.array(homeBanner).max(12, "最多 12 个").default([]),
      blocks: z.array(homeBlock).max(30, "最多 30 个").default([]),
    })
    .optional(),
  /** The visible entries of the development centre's menu (spec 3.1). */
  menu: z
    .strictObject(Object.fromEntries(menuFlags.map((flag) => [flag, z.boolean().default(true)])))
    .optional(),
  /** External pages that the development centre links to. */
  externalPages: z
    .array(z.strictObject({ key, name: line(40), summary: line(120).optional(), url: outsideUrl }))
    .max(40, "最多 40 个")
    .default([]),
  internshipUrl: outsideUrl.optional(),
  /** 快速上手: a board, its SDK, and a first program. */
  quickStarts: z
    .array(
      z.strictObject({
        key,
        title: line(40),
        summary: line(200),
        board: packId,
        sdk: packId,
        /** A resource, or an address such as a topic's. */
        program: z.union([packId, link], "应为资源编号，或以 / 开头的地址"),
      }),
    )
    .max(20, "最多 20 个")
    .default([]),
});
export type SiteFile = z.output<typeof siteFile>;
