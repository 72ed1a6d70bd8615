import { z } from "zod";
import { words } from "../base/absent";
import { announcementKindNames, bannerSlots } from "./constants";

/** The line across the top of pages, as its readers get it. */
export const banner = z.object({
  id: z.number(),
  kind: z.enum(announcementKindNames),
  title: z.string(),
  /** A path of this site; empty for none. */
  link: words,
  /** When it ends, ISO 8601: pages that are kept until then do not show it afterwards. */
  until: z.string(),
  /** Stands for it in the cookie of a visitor who closed it. */
  slot: z
    .number()
    .int()
    .min(0)
    .max(bannerSlots - 1)
    .default(0),
});
export type Banner = z.infer<typeof banner>;
