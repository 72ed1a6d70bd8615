// Limits and choices of the report. The numbers of the collecting script are in numbers.ts, which browsers load.

/** The most hosts, and advertisement names, with an own sum in an hour; all others are summed under this name. */
export const namesMax = 100;
export const furtherNames = "*";

/** The choices for the days of a report. */
export const reportDays = [1, 7, 30, 90, 400] as const;

/** The greatest width of a tooltip on a heatmap, in pixels (spec 9). */
export const tooltipWidth = 320;

/** What people ask numbers of, with its Chinese name. No schema, so that pages are small. */
export const usageThings = {
  products: "产品",
  resources: "资源",
  versions: "资源版本",
  courses: "课程",
  topics: "帖子",
} as const;
export type UsageThing = keyof typeof usageThings;
export const usageThingNames = Object.keys(usageThings) as [UsageThing, ...UsageThing[]];
/** The kinds of sums by day: things, and texts that were searched for. */
export type UsageKind = UsageThing | "searches";

/**
 * What is counted of them. `datasheet`, `sample` and `buy` are the steps from a product's page: a document of it was
 * opened, and a link to order samples or parts was. `miss` is a search that found nothing.
 */
export type UsageMeasure = "view" | "download" | "datasheet" | "sample" | "buy" | "search" | "miss";

/** Where a view came from: the groups of referring hosts. `site` is another page of this site. */
export const usageSources = {
  site: "站内",
  engine: "搜索引擎",
  direct: "直接打开",
  other: "其他网站",
} as const;
export type UsageSource = keyof typeof usageSources;
export const usageSourceNames = Object.keys(usageSources) as [UsageSource, ...UsageSource[]];

/** A number of fewer people is not shown. */
export const usagePeopleLeast = 5;
/** The days that can be chosen at once, and the most days between two typed ones. */
export const usageSpans = [7, 30, 90] as const;
export const usageSpanMost = 400;
/** How many days searches are kept, and those that fewer than five people made; marks of people as long as searches. */
export const searchSumDays = 90;
export const rareSearchDays = 7;
/** The most rows of one answer: of a screen's page, and of a part of a file. */
export const usageRows = { page: 50, file: 1_000 } as const;
/** How many months of questions the time to the first answer is given for. */
export const answerMonths = 12;
