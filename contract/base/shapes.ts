import { z } from "zod";
import { count, some, words } from "./absent";

/** Shapes shared by several responses. */

/** The public face of a member. `icon` is a root-relative URL or null (the default avatar). */
export const person = z.object({
  uid: z.number(),
  nickName: z.string(),
  icon: z.string().nullable().default(null),
});

export const tag = z.object({ id: z.number(), name: z.string() });

/** A picture: its address, its description, its size (0 if unknown), and WebP files of other widths, if any. */
export const picture = z.object({
  url: z.string(),
  alt: words,
  width: count,
  height: count,
  sources: some(z.object({ url: z.string(), width: z.number() })),
});

export type Picture = z.infer<typeof picture>;
export type Person = z.infer<typeof person>;
