import { condition, resourceYear } from "contract/resources/calls";
import { resourceKind, resourceLanguage } from "contract/resources/shapes";
import { z } from "zod";
import { chosenId, typedText } from "~/lists/kit/list-query.server";
import { pageNumber } from "~/request/inputs.server";
import type { ListQuery } from "./resources-query";

export const resourcesQuery = z.object({
  id: chosenId,
  prodId: chosenId,
  classId: chosenId,
  kind: typedText,
  language: typedText,
  year: typedText,
  q: typedText,
  page: pageNumber,
  order: z.enum(["newest", "downloads"]).catch("newest"),
  view: z.enum(["list", "support"]).catch("list"),
});

/** The schemas that check the typed and chosen values. */
export const textSchemas = {
  kind: resourceKind,
  language: resourceLanguage,
  year: resourceYear,
  q: condition,
};

/** The conditions as input of the calls; those that are not chosen are left out. */
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
