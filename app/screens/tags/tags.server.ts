import { page, tagName } from "contract/fields";
import { z } from "zod/v4";

const query = z.object({
  q: tagName.catch(""),
  order: z.enum(["topics", "followers", "name"]).catch("topics"),
  all: z.literal("1").optional().catch(undefined),
  mine: z.literal("1").optional().catch(undefined),
  page: page.catch(1),
});

/** What the tag list's address asks for; what makes no sense is left out. */
export function readTagsQuery(url: URL): { q: string; order: "topics" | "followers" | "name"; view: "map" | "all" | "mine"; page: number } {
  const names = ["q", "order", "all", "mine", "page"];
  const { all, mine, ...asked } = query.parse(Object.fromEntries(names.map((name) => [name, url.searchParams.get(name) ?? undefined])));
  return { ...asked, view: mine ? "mine" : all || asked.q !== "" ? "all" : "map" };
}
