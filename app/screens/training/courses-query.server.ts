import { cleanText, id } from "contract/base/fields";
import { courseKeyword, courseOrder } from "contract/training/courses/calls";
import { z } from "zod";
import { pageNumber } from "~/request/inputs.server";
import type { ListQuery } from "./courses-query";

/** A form sends its empty fields too. A number that is none is no page of ours: 404. */
const place = z.preprocess((value) => (value === "" ? undefined : value), id.optional());

export const coursesQuery = z.object({
  classId: place,
  levelId: place,
  prodId: place,
  lecturerId: place,
  q: z
    .string()
    .default("")
    .transform((text) => cleanText(text).replace(/\s+/g, " ").trim()),
  order: courseOrder.catch("newest"),
  page: pageNumber,
});

/** What somebody typed stays as it is, with a message where it cannot be looked for. */
export function checkList(asked: z.output<typeof coursesQuery>): {
  query: ListQuery;
  problem: string | null;
} {
  const parsed = courseKeyword.safeParse(asked.q);
  return {
    query: { ...asked, q: asked.q.slice(0, 200) },
    problem: parsed.success ? null : (parsed.error.issues[0]?.message ?? "填写的内容有误"),
  };
}
