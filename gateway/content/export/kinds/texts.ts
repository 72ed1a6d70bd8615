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
      content,
    };
  },
});

export const writeNotices = writesTexts({
  folder: "notices",
  present: ({ catalogue }) => filesByKey(catalogue.notices, ({ number }) => number),
  write(body, key, { files }) {
    const { content, file, ...front } = body as Typed<"notices">;
    return {
      front: { number: key, ...front, ...(file && files.namedDocument(file)) },
      content,
    };
  },
});

export const writePolicies = writesTexts({
  folder: "policies",
  present: ({ policies }) => new Map(policies.map(({ id, file }) => [id, file])),
  write(body, key) {
    const { title, version, content } = body as Typed<"policies">;
    return { front: { id: key, title, version }, content };
  },
});
