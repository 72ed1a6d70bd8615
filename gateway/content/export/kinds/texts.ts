import type { contentBodies } from "contract/content/kinds/bodies";
import type { z } from "zod";
import { pictured } from "../exported-files";
import { filesByKey, writesTexts } from "./writer";

/** Kinds that are a Markdown file each: news, notices and policies. */

export type Typed<Kind extends keyof typeof contentBodies> = z.input<(typeof contentBodies)[Kind]["whole"]>;

export const writeNews = writesTexts({
  folder: "news",
  present: ({ catalogue }) => filesByKey(catalogue.news, ({ id }) => id),
  write(body, key, { files }) {
    const { content, cover, ...front } = body as Typed<"news">;
    return {
      front: { id: Number(key), ...front, cover: cover && pictured(files, cover) },
      content: files.placed(content),
    };
  },
});

export const writeNotices = writesTexts({
  folder: "notices",
  present: ({ catalogue }) => filesByKey(catalogue.notices, ({ number }) => number),
  write(body, key, { files }) {
    const { content, file, workaround, ...front } = body as Typed<"notices">;
    return {
      front: {
        number: key,
        ...front,
        workaround: workaround && files.placed(workaround),
        ...(file && files.namedDocument(file)),
      },
      content: files.placed(content),
    };
  },
});

export const writePolicies = writesTexts({
  folder: "policies",
  present: ({ policies }) => new Map(policies.map(({ id, file }) => [id, file])),
  // A pack's policies have no pictures.
  write(body, key, { files }) {
    const { title, version, content } = body as Typed<"policies">;
    if (files.hasPicture(content))
      files.lost.push(`政策「${title}」的正文里有图片，内容包里的政策不能带图片`);
    return { front: { id: key, title, version }, content };
  },
});
