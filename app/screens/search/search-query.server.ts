import { cleanText, id } from "contract/base/fields";
import { tagMax } from "contract/forum/constants";
import { searchDay, searchKinds, searchOrders, searchText } from "contract/search/calls";
import { fileTypeField, productStateField, yearField } from "contract/search/catalogue";
import { z } from "zod";
import { ownPath } from "~/navigation/redirect";
import { pageNumber } from "~/request/inputs.server";
import { type FilterName, forumFilters, type SearchQuery } from "./search-query";

/** The messages of a search, by field. */
export type SearchProblems = Partial<Record<"q" | FilterName, string>>;

const queryText = z
  .string()
  .default("")
  .transform((value) => cleanText(value).replace(/\s+/g, " ").trim());
/** @param schema a schema whose `catch` gives the value for no choice */
const choiceOf = <Out>(schema: z.ZodType<Out>) => queryText.transform((text) => schema.parse(text));

/** The queries of a search's address: invalid choices become defaults, and texts stay as typed. */
export const searchQuery = z.object({
  q: queryText,
  tag: queryText,
  author: queryText,
  since: queryText,
  to: queryText,
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
  /** Only a path on our own origin. */
  back: z
    .string()
    .default("")
    .transform((path) => (path ? ownPath(path, "") : "")),
});

const nameMaximum = 2 * tagMax;

/** Checks the typed values. They stay unchanged and get a message when they cannot be searched for. */
export function checkSearch(input: z.output<typeof searchQuery>): {
  query: SearchQuery;
  problems: SearchProblems;
} {
  const problems: SearchProblems = {};
  const check = (name: "q" | "tag" | "author" | "since" | "to", schema: z.ZodType) => {
    const text = input[name];
    const parsed = text ? schema.safeParse(text) : { success: true as const };
    if (!parsed.success) problems[name] = parsed.error.issues[0]?.message ?? "填写的内容有误";
  };
  const name = (what: string) => z.string().max(nameMaximum, `${what}不能超过 ${nameMaximum} 个字`);
  check("q", searchText);
  check("tag", name("标签"));
  check("author", name("昵称"));
  check("since", searchDay);
  check("to", searchDay);
  const { q, tag, author, since, to } = input;
  if (!problems.since && !problems.to && since && to && since > to) problems.to = "结束日期不能早于开始日期";
  // Without a chosen tab the search covers all kinds; an order or a filter that only topics have makes it a search for
  // topics.
  const ofTopics = input.order !== "relevance" || forumFilters.some((filter) => input[filter]);
  const type = input.type || (ofTopics ? "topics" : "all");
  // The page repeats the typed texts, but limits their length.
  return {
    query: { ...input, type, q: q.slice(0, 500), tag: tag.slice(0, 100), author: author.slice(0, 100) },
    problems,
  };
}
