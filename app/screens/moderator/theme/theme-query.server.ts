import { id, numeric } from "contract/base/fields";
import { z } from "zod";
import { optionalListSize } from "~/moderation/list-size.server";
import { filterDay, filterText } from "../fields/filter-query";

const number = numeric(z.number().int().min(0).max(1_000_000)).optional().catch(undefined);
const yes = z
  .enum(["1", "0"])
  .optional()
  .catch(undefined)
  .transform((value) => (value === undefined ? undefined : value === "1"));

/** What an address asks for; what makes no sense in it is left out. An empty number is none. */
export const themeQuery = z.object({
  fid: id.optional().catch(undefined),
  classId: id.optional().catch(undefined),
  state: z.enum(["listed", "pending", "refused", "hidden"]).optional().catch(undefined),
  digest: yes,
  pinned: yes,
  closed: yes,
  author: filterText,
  keyword: filterText,
  viewsMin: z.preprocess((value) => (value === "" ? undefined : value), number),
  repliesMin: z.preprocess((value) => (value === "" ? undefined : value), number),
  idleDays: z.preprocess((value) => (value === "" ? undefined : value), number),
  since: filterDay,
  to: filterDay,
  size: optionalListSize,
  page: numeric(z.number().int().min(1).max(100_000)).catch(1),
});
