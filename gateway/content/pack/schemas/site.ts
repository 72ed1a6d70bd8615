import { coded, image, line, link, moment, outsideUrl, packId, picture } from "contract/content/fields";
import { homeBlockKinds, menuFlags } from "contract/site/constants";
import { z } from "zod";

/** site.yaml (content/README.md). */

const key = z.string().regex(/^[a-z0-9-]{1,60}$/, "只能由小写字母、数字和连字符组成，最多 60 个字符");

/** The period in which an entry is shown. */
const period = { from: moment.optional(), until: moment.optional() };
const orderly = ({ from, until }: { from?: Date | undefined; until?: Date | undefined }) =>
  !from || !until || from < until;
const disorderly = { message: "until 应晚于 from", path: ["until"] };

const homeBanner = z
  .strictObject({ key, title: line(60), summary: line(120).optional(), image, link, ...period })
  .refine(orderly, disorderly);

const homeBlock = z
  .strictObject({
    key,
    kind: coded("kind", homeBlockKinds),
    title: line(30),
    summary: line(120).optional(),
    /** The target of 更多. */
    link: link.optional(),
    /** The number of entries. */
    count: z.number().int("应为整数").min(1, "至少 1 个").max(24, "最多 24 个").default(6),
    /** The ids of the entries that come first: products, resources, videos or news. */
    first: z.array(packId).max(24, "最多 24 个").default([]),
    /** Only for a block of the kind `links`. */
    links: z
      .array(
        z.strictObject({ title: line(40), summary: line(120).optional(), image: image.optional(), link }),
      )
      .max(24, "最多 24 个")
      .default([]),
    ...period,
  })
  .refine(orderly, disorderly)
  .refine(({ kind, links }) => (kind === "links") === links.length > 0, {
    message: "kind 为 links 的区块要有 links，别的区块没有",
    path: ["links"],
  })
  .refine(
    ({ kind, first }) => first.length === 0 || ["products", "resources", "videos", "news"].includes(kind),
    { message: "只有 products、resources、videos、news 可以写 first", path: ["first"] },
  );

export const siteFile = z.strictObject({
  banners: z.array(z.strictObject({ key, title: line(60), image: picture, link })).default([]),
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
