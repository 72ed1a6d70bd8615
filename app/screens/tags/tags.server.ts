import { tagName } from "contract/forum/fields";
import { z } from "zod";
import { flag, pageNumber } from "~/request/inputs.server";

/** The queries of the tag list's address. */
export const tagsQuery = z.object({
  q: tagName.catch(""),
  order: z.enum(["topics", "followers", "name"]).catch("topics"),
  all: flag,
  mine: flag,
  page: pageNumber,
});

/** Which view of the tags the address shows; a search is a view of all tags. */
export function tagsView({ q, all, mine }: z.output<typeof tagsQuery>): "map" | "all" | "mine" {
  return mine ? "mine" : all || q !== "" ? "all" : "map";
}
