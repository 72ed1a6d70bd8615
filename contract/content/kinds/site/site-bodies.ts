import { z } from "zod";
import { addTime, dayOf, midnightOf, minuteOf } from "../../../base/time";
import { homeBlockKinds } from "../../../site/constants";
import { coded, day, line, link, moment, packId } from "../../fields";
import { plainPicture } from "../stored";

/** The schemas of what there is once; their fields check a pack's files too (gateway/content/pack/schemas). */

const list = <Row extends z.ZodType>(row: Row, max: number) =>
  z.array(row).max(max, `最多 ${max} 个`).default([]);

/** Content of which there is one has its name for a title. */
const titled = (name: string) => ({ title: z.literal(name, "填写的内容有误").default(name) });

const key = z.string().regex(/^[a-z0-9-]{1,60}$/, "只能由小写字母、数字和连字符组成，最多 60 个字符");
/** By it a row is told from others; the gateway gives it to a new one. */
const ownKey = key.optional();
/** A time in a row, as it is typed. */
const minute = moment.transform((at) => minuteOf(at)).optional();
const period = { from: minute, until: minute };
const onePicture = z.array(plainPicture).default([]).pipe(z.array(plainPicture).length(1, "要有一张图片"));
const maybePicture = z.array(plainPicture).max(1, "只能有一张").default([]);

/** What blocks and banners of a pack and those of the browser have in common. */
export const homeFields = {
  key,
  banner: { title: line(60), summary: line(120).optional(), link },
  block: {
    kind: coded("kind", homeBlockKinds),
    title: line(30),
    summary: line(120).optional(),
    /** The target of 更多. */
    link: link.optional(),
    /** The number of entries. */
    count: z.number("应为整数").int("应为整数").min(1, "至少 1 个").max(24, "最多 24 个").default(6),
    /** The ids of the entries that come first: products, resources, videos or news. */
    first: z.array(packId).max(24, "最多 24 个").default([]),
  },
  link: { title: line(40), summary: line(120).optional(), link },
  forumBanner: { title: line(60), link },
};

/** The number of banners of the forum. */
export const forumBannersMax = 12;

/** A row with a period, in its order. */
const orderly = <Row extends z.ZodType>(row: Row) =>
  row.superRefine((value, context) => {
    const { from, until } = value as { from?: string; until?: string };
    if (from && until && from >= until)
      context.addIssue({ code: "custom", path: ["until"], message: "要晚于开始的时间" });
  });

interface BlockFacts {
  kind: string;
  first: unknown[];
  links: unknown[];
}

/** What contradicts itself in a block. */
export function wrongInBlock({ kind, first, links }: BlockFacts): [field: string, message: string][] {
  return [
    ...((kind === "links") === links.length > 0
      ? []
      : ([["links", kind === "links" ? "要写链接" : "只有“自己写的链接”（links）有链接"]] as [
          string,
          string,
        ][])),
    ...(first.length === 0 || ["products", "resources", "videos", "news"].includes(kind)
      ? []
      : ([["first", "只有产品、资源、视频、资讯可以写排在前面的"]] as [string, string][])),
  ];
}

const blockLink = z.strictObject({ ...homeFields.link, picture: maybePicture });
const block = z.strictObject({ key: ownKey, ...homeFields.block, ...period, links: list(blockLink, 24) });
const banner = z.strictObject({ key: ownKey, ...homeFields.banner, ...period, picture: onePicture });
const forumBanner = z.strictObject({ key: ownKey, ...homeFields.forumBanner, picture: onePicture });

const wholeBlock = orderly(block).superRefine((row, context) => {
  for (const [field, message] of wrongInBlock(row))
    context.addIssue({ code: "custom", path: [field], message });
});

/** Without blocks the home page has the usual ones. */
export const homeShape = z.strictObject({
  ...titled("首页"),
  banners: list(orderly(banner), 12),
  blocks: list(wholeBlock, 30),
  forumBanners: list(forumBanner, forumBannersMax),
});
const drafted = { picture: maybePicture };
/** A draft may have rows of which only a part is known. */
export const homeDraft = z.strictObject({
  ...titled("首页"),
  banners: list(orderly(banner.partial().extend(drafted)), 12),
  blocks: list(orderly(block.partial().extend({ links: list(blockLink.partial().extend(drafted), 24) })), 30),
  forumBanners: list(forumBanner.partial().extend(drafted), forumBannersMax),
});

const node = { name: line(40), link };
/** The columns of the footer, of a pack too; an operator may want none. */
export const footerColumns = z
  .array(z.strictObject({ ...node, children: list(z.strictObject(node), 20) }))
  .max(12, "最多 12 个");
export const navigationShape = z.strictObject({ ...titled("页脚"), footer: footerColumns.default([]) });

/** A path of the portal, with an optional query. */
export const movedAddress = z
  .string("请填写这一项")
  .max(500, "地址太长")
  .regex(/^\/(?![/\\])[^\s\\"'<>#]*$/, "应是以 / 开头的站内地址，不带 #")
  .refine((value) => !/^\/(?:h5|gateway|assets)(?:\/|$)/.test(value), "不能以 /h5、/gateway 或 /assets 开头");
export const redirectsMax = 10_000;
export const redirectsShape = z.strictObject({
  ...titled("转址"),
  redirects: list(z.strictObject({ from: movedAddress, to: movedAddress }), redirectsMax),
});

export const holidaysMax = 200;
/** The most days of one holiday: who counts working days goes through them one by one. */
export const holidayDaysMax = 31;
const holidayRows = {
  /** Days off, from the first to the last; weekends are days off without being named. */
  holidays: z
    .array(z.strictObject({ from: day, to: day, name: line(20) }))
    .max(holidaysMax, `最多 ${holidaysMax} 行`)
    .default([]),
  /** Saturdays and Sundays on which people work. */
  workdays: z
    .array(z.strictObject({ day, name: line(20) }))
    .max(holidaysMax, `最多 ${holidaysMax} 行`)
    .default([]),
};
type HolidayRows = z.output<z.ZodObject<typeof holidayRows>>;

/** What contradicts itself in the days off and the days of work. */
export function wrongInHolidays({
  holidays,
  workdays,
}: HolidayRows): [path: (string | number)[], message: string][] {
  return [
    ...holidays.flatMap(({ from, to }, index): [(string | number)[], string][] =>
      to < from
        ? [[["holidays", index, "to"], `第 ${index + 1} 行：最后一天不能早于第一天`]]
        : to > dayOf(addTime(midnightOf(from), holidayDaysMax - 1, "day"))
          ? [[["holidays", index, "to"], `第 ${index + 1} 行：一个假期最多 ${holidayDaysMax} 天`]]
          : [],
    ),
    ...workdays.flatMap((row, index): [(string | number)[], string][] =>
      holidays.some(({ from, to }) => from <= row.day && row.day <= to)
        ? [[["workdays", index, "day"], `第 ${index + 1} 行：${row.day} 也写成了放假`]]
        : [],
    ),
  ];
}
/** `holidays.yaml` of a pack. */
export const holidaysFile = z.strictObject(holidayRows).superRefine((rows, context) => {
  for (const [path, message] of wrongInHolidays(rows)) context.addIssue({ code: "custom", path, message });
});
export type HolidaysFile = z.output<typeof holidaysFile>;
export const holidaysDraft = z.strictObject({ ...titled("节假日"), ...holidayRows });
export const holidaysShape = holidaysDraft.superRefine((rows, context) => {
  for (const [[field = ""], message] of wrongInHolidays(rows))
    context.addIssue({ code: "custom", path: [field], message });
});

export const choicesMax = { education: 100, industries: 100, children: 500 };

export const definitionCode = z
  .string("请填写这一项")
  .regex(/^[A-Za-z0-9-]{1,40}$/, "只能由字母、数字和连字符组成，最多 40 个字符");
const tooMany = (max: number) => `最多 ${max} 项`;
const typeName = line(20);
const option = z.strictObject({ code: definitionCode, name: line(40) });
export const definitionsShape = z.strictObject({
  ...titled("资料里的选项"),
  individual: typeName,
  enterprise: typeName,
  engineer: typeName,
  student: typeName,
  teacher: typeName,
  education: z.array(option).min(1, "至少要有一项").max(choicesMax.education, tooMany(choicesMax.education)),
  industries: z
    .array(
      z.strictObject({
        code: definitionCode,
        name: line(40),
        children: z
          .array(option)
          .min(1, "至少要有一项")
          .max(choicesMax.children, tooMany(choicesMax.children)),
      }),
    )
    .min(1, "至少要有一项")
    .max(choicesMax.industries, tooMany(choicesMax.industries)),
});
export const definitionsDraft = definitionsShape.partial().extend(titled("资料里的选项"));
