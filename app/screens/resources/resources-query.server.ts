import { cleanText, id } from "contract/base/fields";
import { condition, resourceYear } from "contract/resources/calls";
import { resourceKind, resourceLanguage } from "contract/resources/shapes";
import { z } from "zod";
import { pageNumber } from "~/request/inputs.server";
import type { FilterName, ListProblems, ListQuery } from "./resources-query";

/** A form sends its empty fields too. A number that is none is no page of ours: 404. */
const place = z.preprocess((value) => (value === "" ? undefined : value), id.optional());
const typed = z
  .string()
  .default("")
  .transform((text) => cleanText(text).replace(/\s+/g, " ").trim());

export const resourcesQuery = z.object({
  id: place,
  prodId: place,
  classId: place,
  kind: typed,
  language: typed,
  year: typed,
  q: typed,
  order: z.enum(["newest", "downloads"]).catch("newest"),
  view: z.enum(["list", "support"]).catch("list"),
  page: pageNumber,
});

const schemas: Record<FilterName, z.ZodType> = {
  kind: resourceKind,
  language: resourceLanguage,
  year: resourceYear,
  q: condition,
};

/** What somebody typed stays as it is, with a message beside what cannot be filtered by. */
export function checkList(asked: z.output<typeof resourcesQuery>): {
  query: ListQuery;
  problems: ListProblems;
} {
  const problems: ListProblems = {};
  for (const [name, schema] of Object.entries(schemas) as [FilterName, z.ZodType][]) {
    const parsed = asked[name] === "" ? { success: true as const } : schema.safeParse(asked[name]);
    if (!parsed.success) problems[name] = parsed.error.issues[0]?.message ?? "填写的内容有误";
  }
  const shown = (text: string) => text.slice(0, 200);
  return {
    query: {
      ...asked,
      q: shown(asked.q),
      kind: shown(asked.kind),
      language: shown(asked.language),
      year: shown(asked.year),
    },
    problems,
  };
}

/** The conditions as the calls take them: none is sent that was not chosen. */
export function conditionsOf({ id: levelId, prodId, classId, kind, language, year }: ListQuery) {
  return {
    levelId,
    prodId,
    classId,
    ...(kind ? { kind: resourceKind.parse(kind) } : {}),
    ...(language ? { language: resourceLanguage.parse(language) } : {}),
    ...(year ? { year: Number(year) } : {}),
  };
}
