import {
  type UsageThing,
  usageSourceNames,
  usageSpans,
  usageThingNames,
  usageThings,
} from "contract/analytics/constants";
import { daysProblem } from "contract/analytics/usage";
import type { Office } from "contract/base/access";
import { longId, numeric } from "contract/base/fields";
import { dayOf, midnightOf, subtractTime } from "contract/base/time";
import { day } from "contract/moderation/fields";
import { z } from "zod";
import { holdsOne } from "~/request/offices";

/** The tables of the screen, each with its name and with whose it is besides administrators' and analysts'. */
const tables = {
  products: { name: usageThings.products, kind: "products" },
  resources: { name: usageThings.resources, kind: "resources" },
  versions: { name: usageThings.versions, kind: "resources" },
  courses: { name: usageThings.courses, kind: "courses" },
  progress: { name: "学习进度", kind: "courses" },
  topics: { name: usageThings.topics, kind: "moderator" },
  questions: { name: "提问", kind: "moderator" },
  searches: { name: "搜索", kind: null },
  misses: { name: "没有结果的搜索", kind: null },
} as const;
export type NumbersOf = keyof typeof tables;
const tableNames = Object.keys(tables) as [NumbersOf, ...NumbersOf[]];
export const nameOfTable = (of: NumbersOf): string => tables[of].name;

/**
 * The tables that somebody sees, by their offices and the kinds of content that they edit; where nobody says the
 * offices, all of them: the gateway refuses what is not theirs.
 */
export function tablesOf(holder: {
  offices: readonly Office[] | undefined;
  kinds: readonly string[];
}): NumbersOf[] {
  if (!holder.offices) return tableNames;
  const isWhole = holdsOne(holder, ["analyst"]);
  return tableNames.filter((name) => {
    const { kind } = tables[name];
    if (isWhole || kind === null) return isWhole;
    return kind === "moderator" ? holdsOne(holder, ["moderator"]) : holder.kinds.includes(kind);
  });
}

const text = z.string().trim().max(40).catch("").default("");

/** The queries of the screen's address and of its table; typed days stay as they are, to be told what is wrong. */
export const numbersQuery = z.object({
  of: z.enum(tableNames).optional().catch(undefined),
  days: numeric(z.number())
    .pipe(z.literal([...usageSpans]))
    .catch(30)
    .default(30),
  since: text,
  to: text,
  source: z.enum(usageSourceNames).optional().catch(undefined),
  id: longId.optional().catch(undefined),
  page: numeric(z.number().int().min(1)).catch(1).default(1),
});
export type NumbersQuery = z.output<typeof numbersQuery>;
export type NumbersProblems = Partial<Record<"since" | "to", string>>;

/** The days of an address: typed ones, or the last ones; with what is wrong with them, by field. */
export function daysOf(
  { days, since, to }: Pick<NumbersQuery, "days" | "since" | "to">,
  now = new Date(),
): { from: string; to: string; problems: NumbersProblems } {
  const today = dayOf(now);
  const problems: NumbersProblems = {};
  const read = (name: "since" | "to", typed: string, otherwise: string): string => {
    if (typed === "") return otherwise;
    const parsed = day.safeParse(typed);
    if (parsed.success) return parsed.data;
    problems[name] = parsed.error.issues[0]?.message ?? "日期格式有误";
    return otherwise;
  };
  const last = read("to", to, today);
  const before = dayOf(subtractTime(midnightOf(last), days - 1, "day"));
  const first = read("since", since, day.safeParse(before).success ? before : last);
  const [field, message] =
    Object.keys(problems).length > 0 ? [] : (daysProblem({ from: first, to: last }) ?? []);
  if (field && message) problems[field === "from" ? "since" : "to"] = message;
  return { from: first, to: last, problems };
}

/** The table whose sums are of things; undefined for the others. */
export const thingOf = (of: NumbersOf): UsageThing | undefined => usageThingNames.find((name) => name === of);
