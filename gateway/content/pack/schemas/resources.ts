import {
  choiceOf,
  coded,
  image,
  line,
  mediaFile,
  packFile,
  packId,
  readersName,
} from "contract/content/fields";
import {
  packFacts,
  resourceFields,
  supportFields,
  versionFields,
  withRightFacts,
} from "contract/content/kinds/resource-body";
import { videoFields } from "contract/content/kinds/videos/video-body";
import { resourceKinds, resourceLanguages, versionStates } from "contract/resources/constants";
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
    ...versionFields,
    file: packFile.optional(),
    originalName: readersName.optional(),
    state: choiceOf("state", versionStates).default("current"),
    supports: z.strictObject(supportFields).default({ products: [], tools: [], systems: [] }),
  })
  .superRefine((one, context) => withRightFacts(one, context, packFacts));

export const resourceFront = z.strictObject({
  ...resourceFields,
  id: packId,
  language: choiceOf("language", resourceLanguages).default("zh"),
  access: resourceFields.access.default("open"),
  versions: z.array(version).min(1, "至少要有一个版本").max(100, "最多 100 个"),
});

const video = z.strictObject({
  id: packId,
  title: videoFields.title,
  summary: videoFields.summary,
  date: videoFields.date,
  file: z
    .string()
    .refine(
      (value) => mediaFile("webm").test(value) || mediaFile("mp4").test(value),
      "视频应写成 media/名称.webm 或 media/名称.mp4",
    ),
  poster: image,
  captions: z.string().regex(mediaFile("vtt"), "字幕应写成 media/名称.vtt").optional(),
  products: videoFields.products,
});
export const videosFile = z.strictObject({ videos: z.array(video) });

export type ResourcesFile = z.output<typeof resourcesFile>;
export type ResourceFront = z.output<typeof resourceFront>;
export type PackVersion = ResourceFront["versions"][number];
export type PackVideo = z.output<typeof video>;
