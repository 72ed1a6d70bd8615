import { z } from "zod";
import { words } from "../base/absent";
import { timestamp } from "../base/fields";
import { picture } from "../base/shapes";

export const newsCategory = z.object({ id: z.number(), name: z.string() });

/** A piece of news in a list. */
export const newsRow = z.object({
  id: z.number(),
  title: z.string(),
  summary: words,
  category: newsCategory,
  /** When it is, or will be, published. */
  date: timestamp,
  cover: picture.nullable().default(null),
});

export type NewsRow = z.infer<typeof newsRow>;
