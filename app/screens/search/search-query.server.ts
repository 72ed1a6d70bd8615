import { searchDay, searchKinds, searchOrders, searchText } from "contract/calls/search";
import { cleanText, id, page } from "contract/fields";
import { tagMax } from "contract/limits";
import { z } from "zod/v4";
import { ownPath } from "~/routing/redirect";
import type { FilterName, SearchQuery } from "./search-query";

/** What is wrong with what was typed, by field. */
export type SearchProblems = Partial<Record<"q" | FilterName, string>>;

const choice = z.object({
  type: z.enum(searchKinds).catch("topics"),
  order: z.enum(searchOrders).catch("relevance"),
  page: page.catch(1),
  solved: z.enum(["solved", "unsolved"]).or(z.literal("")).catch(""),
  fid: id.transform(String).catch(""),
});

const nameMaximum = 2 * tagMax;

/**
 * What a search's address asks for. A choice that makes no sense is left out, as in a link; what somebody typed stays as it
 * is, with a message beside it when it cannot be searched for.
 */
export function readSearchQuery(url: URL): { query: SearchQuery; problems: SearchProblems } {
  const value = (name: string) =>
    cleanText(url.searchParams.get(name) ?? "")
      .replace(/\s+/g, " ")
      .trim();
  const problems: SearchProblems = {};
  const check = (name: "q" | FilterName, schema: z.ZodType) => {
    const typed = value(name);
    const parsed = typed ? schema.safeParse(typed) : { success: true as const };
    if (!parsed.success) problems[name] = parsed.error.issues[0]?.message ?? "填写的内容有误";
    return typed;
  };
  const name = (what: string) => z.string().max(nameMaximum, `${what}不能超过 ${nameMaximum} 个字`);
  const back = url.searchParams.get("back");
  const query: SearchQuery = {
    ...choice.parse(Object.fromEntries(["type", "order", "page", "solved", "fid"].map((each) => [each, value(each)]))),
    q: check("q", searchText),
    tag: check("tag", name("标签")),
    author: check("author", name("昵称")),
    since: check("since", searchDay),
    to: check("to", searchDay),
    back: back ? ownPath(back, "") : "",
  };
  if (!problems.since && !problems.to && query.since && query.to && query.since > query.to) problems.to = "结束日期不能早于开始日期";
  // A page shows what was typed, but not a megabyte of it.
  return { query: { ...query, q: query.q.slice(0, 500), tag: query.tag.slice(0, 100), author: query.author.slice(0, 100) }, problems };
}
