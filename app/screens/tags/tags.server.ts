import { tagName } from "contract/forum/fields";
import { z } from "zod";
import { flag, pageNumber } from "~/request/inputs.server";

/** What the tag list's address asks for. */
export const tagsQuery = z.object({
  q: tagName.catch(""),
  order: z.enum(["topics", "followers", "name"]).catch("topics"),
  all: flag,
  mine: flag,
  page: pageNumber,
});

/** Which look at the tags it is; a search is one of all. */
export function tagsView({ q, all, mine }: z.output<typeof tagsQuery>): "map" | "all" | "mine" {
  return mine ? "mine" : all || q !== "" ? "all" : "map";
}
