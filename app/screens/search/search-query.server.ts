import { cleanText, id } from "contract/base/fields";
import { tagMax } from "contract/forum/constants";
import { searchDay, searchKinds, searchOrders, searchText } from "contract/search/calls";
import { fileTypeField, productStateField, yearField } from "contract/search/catalogue";
import { z } from "zod";
import { ownPath } from "~/navigation/redirect";
import { pageNumber } from "~/request/inputs.server";
import { type FilterName, forumFilters, type SearchQuery } from "./search-query";

/** What is wrong with what was typed, by field. */
export type SearchProblems = Partial<Record<"q" | FilterName, string>>;

const typed = z
  .string()
  .default("")
  .transform((value) => cleanText(value).replace(/\s+/g, " ").trim());
/** @param schema one that says by its own `catch` what stands for no choice */
const choiceOf = <Out>(schema: z.ZodType<Out>) => typed.transform((text) => schema.parse(text));

/** What a search's address asks for: choices of which none is wrong, and texts as they were typed. */
export const searchQuery = z.object({
  q: typed,
  tag: typed,
  author: typed,
  since: typed,
  to: typed,
  type: choiceOf(z.enum(searchKinds).or(z.literal("")).catch("")),
  order: choiceOf(z.enum(searchOrders).catch("relevance")),
  page: choiceOf(pageNumber),
  solved: choiceOf(z.enum(["solved", "unsolved"]).or(z.literal("")).catch("")),
  fid: choiceOf(id.transform(String).catch("")),
  classId: choiceOf(id.transform(String).catch("")),
  levelId: choiceOf(id.transform(String).catch("")),
  fileType: choiceOf(fileTypeField.catch("")),
  year: choiceOf(yearField.transform(String).catch("")),
  state: choiceOf(productStateField.or(z.literal("")).catch("")),
  /** On our own origin. */
  back: z
    .string()
    .default("")
    .transform((path) => (path ? ownPath(path, "") : "")),
});

const nameMaximum = 2 * tagMax;

/** What somebody typed stays as it is, with a message beside it when it cannot be searched for. */
export function checkSearch(asked: z.output<typeof searchQuery>): {
  query: SearchQuery;
  problems: SearchProblems;
} {
  const problems: SearchProblems = {};
  const check = (name: "q" | "tag" | "author" | "since" | "to", schema: z.ZodType) => {
    const text = asked[name];
    const parsed = text ? schema.safeParse(text) : { success: true as const };
    if (!parsed.success) problems[name] = parsed.error.issues[0]?.message ?? "填写的内容有误";
  };
  const name = (what: string) => z.string().max(nameMaximum, `${what}不能超过 ${nameMaximum} 个字`);
  check("q", searchText);
  check("tag", name("标签"));
  check("author", name("昵称"));
  check("since", searchDay);
  check("to", searchDay);
  const { q, tag, author, since, to } = asked;
  if (!problems.since && !problems.to && since && to && since > to) problems.to = "结束日期不能早于开始日期";
  // Without a tab it is everything; what only topics are narrowed down or put in order by asks for those.
  const ofTopics = asked.order !== "relevance" || forumFilters.some((filter) => asked[filter]);
  const type = asked.type || (ofTopics ? "topics" : "all");
  // A page shows what was typed, but not a megabyte of it.
  return {
    query: { ...asked, type, q: q.slice(0, 500), tag: tag.slice(0, 100), author: author.slice(0, 100) },
    problems,
  };
}
