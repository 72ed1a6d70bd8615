import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";
import { rowField } from "contract/content/kinds/field";
import { count, ne } from "drizzle-orm";
import type { Database } from "../../../../database/open";
import { profiles } from "../../../../database/schema";
import { definitionsOf } from "../../../../profile/definitions";
import { writeDefinitions } from "../../../load/community/profiles";
import type { FieldProblems } from "../kind";
import { choicesBody, servedDefinitions } from "./served";
import { singleKind } from "./single-kind";

interface Choices {
  education?: { code: string; name: string }[] | undefined;
  industries?: { code: string; name: string; children: { code: string; name: string }[] }[] | undefined;
}

const choicesIn = (body: ContentBody): Choices => contentBodies.definitions.draft.parse(body);

/** Codes that stand twice: a profile would not say which of the two it means. */
function wrongCodes(body: ContentBody): FieldProblems {
  const { education = [], industries = [] } = choicesIn(body);
  const problems: FieldProblems = {};
  const twice = (codes: string[]) => codes.find((code, index) => codes.indexOf(code) < index);
  const own = twice(education.map(({ code }) => code));
  if (own !== undefined) problems.education = [`代码 ${own} 写了两次`];
  const seen = new Set<string>();
  for (const [index, { code, children }] of industries.entries())
    for (const [field, name] of [
      ["code", code] as const,
      ...children.map((child) => ["children", child.code] as const),
    ])
      if (seen.has(name)) problems[rowField("industries", index, field)] = [`代码 ${name} 写了两次`];
      else seen.add(name);
  return problems;
}

/** How many profiles have each code. */
async function usedCodes(
  database: Database,
  column: typeof profiles.eduBackground | typeof profiles.industry,
) {
  const rows = await database
    .select({ code: column, people: count() })
    .from(profiles)
    .where(ne(column, ""))
    .groupBy(column);
  return new Map(rows.map(({ code, people }) => [code, people]));
}

/** Choices that people have made do not leave the lists. */
async function stillUsed(database: Database, body: ContentBody): Promise<FieldProblems> {
  const [own, before] = [choicesIn(body), choicesIn(choicesBody(await definitionsOf(database)))];
  const problems: FieldProblems = {};
  const check = (
    field: string,
    used: Map<string, number>,
    { were, are }: Record<"were" | "are", { code: string; name: string }[]>,
  ) => {
    const codes = new Set(are.map(({ code }) => code));
    const gone = were.filter(({ code }) => !codes.has(code) && used.has(code));
    if (gone.length > 0)
      problems[field] = gone
        .slice(0, 5)
        .map(({ code, name }) => `${used.get(code)} 个人的资料选了“${name}”（${code}），不能移除`);
  };
  check("education", await usedCodes(database, profiles.eduBackground), {
    were: before.education ?? [],
    are: own.education ?? [],
  });
  check("industries", await usedCodes(database, profiles.industry), {
    were: (before.industries ?? []).flatMap(({ children }) => children),
    are: (own.industries ?? []).flatMap(({ children }) => children),
  });
  return problems;
}

export const definitionsKind = singleKind("definitions", {
  missing: async (_, body) => wrongCodes(body),
  unfit: (database, _key, { body }) => stillUsed(database, body),
  served: servedDefinitions,
  write: writeDefinitions,
});
