import {
  choiceOf,
  coded,
  day,
  image,
  line,
  mediaFile,
  outsideUrl,
  packFile,
  packId,
  wordLine,
} from "contract/content/fields";
import {
  resourceAccess,
  resourceKinds,
  resourceLanguages,
  versionStates,
} from "contract/resources/constants";
import { z } from "zod";

/** resources.yaml, resources/*.md and videos.yaml (content/README.md). */

const kind = coded("kind", resourceKinds.map(({ code }) => code) as [(typeof resourceKinds)[number]["code"]]);
const node = { id: packId, name: line(40), summary: line(300).optional(), kind: kind.optional() };
const thirdLevel = z.strictObject(node);
const secondLevel = z.strictObject({ ...node, children: z.array(thirdLevel).default([]) });
const firstLevel = z.strictObject({ ...node, children: z.array(secondLevel).default([]) });
export const resourcesFile = z.strictObject({ levels: z.array(firstLevel).min(1, "没有分类") });

const version = z
  .strictObject({
    version: z
      .string("版本应为文字（像数字的要加引号）")
      .regex(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,39}$/, "版本只由字母、数字和 . _ + - 组成，最多 40 个字符"),
    date: day,
    file: packFile.optional(),
    url: outsideUrl.optional(),
    bytes: z.number().int("应为整数").min(1, "应为正整数").max(1e12, "太大").optional(),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, "应为 64 位小写十六进制")
      .optional(),
    state: choiceOf("state", versionStates).default("current"),
    until: day.optional(),
    supports: z
      .strictObject({
        products: z.array(packId).max(200, "最多 200 个").default([]),
        tools: z.array(packId).max(50, "最多 50 个").default([]),
        systems: z.array(wordLine(40)).max(20, "最多 20 个").default([]),
      })
      .default({ products: [], tools: [], systems: [] }),
    changes: z.string().max(20_000, "不能超过 20000 个字符").default(""),
  })
  .superRefine(({ url, bytes, sha256, date, until }, context) => {
    const wrong = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (url !== undefined && bytes === undefined) wrong("bytes", "写 url 的版本要写 bytes");
    if (url !== undefined && sha256 === undefined) wrong("sha256", "写 url 的版本要写 sha256");
    if (until !== undefined && until < date) wrong("until", "不能早于 date");
  });

export const resourceFront = z.strictObject({
  id: packId,
  title: line(120),
  summary: line(200).optional(),
  level: packId,
  products: z.array(packId).max(500, "最多 500 个").default([]),
  language: choiceOf("language", resourceLanguages).default("zh"),
  access: coded("access", resourceAccess).default("open"),
  licence: line(120).optional(),
  replacedBy: packId.optional(),
  versions: z.array(version).min(1, "至少要有一个版本").max(100, "最多 100 个"),
});

const video = z.strictObject({
  id: packId,
  title: line(80),
  summary: line(300).optional(),
  date: day,
  file: z
    .string()
    .refine(
      (value) => mediaFile("webm").test(value) || mediaFile("mp4").test(value),
      "视频应写成 media/名称.webm 或 media/名称.mp4",
    ),
  poster: image,
  captions: z.string().regex(mediaFile("vtt"), "字幕应写成 media/名称.vtt").optional(),
  products: z.array(packId).max(50, "最多 50 个").default([]),
});
export const videosFile = z.strictObject({ videos: z.array(video) });

export type ResourcesFile = z.output<typeof resourcesFile>;
export type ResourceFront = z.output<typeof resourceFront>;
export type PackVersion = ResourceFront["versions"][number];
export type PackVideo = z.output<typeof video>;
