import { eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../../database/open";
import {
  courses,
  documents,
  exams,
  learningPaths,
  lecturers,
  lessons,
  news,
  newsCategories,
  productClasses,
  productNotices,
  products,
  resourceLevels,
  resources,
  sections,
} from "../../../../database/schema";
import { Names } from "../../../pack/check/known-keys";
import type { LinkedKeys } from "../../../pack/check/links";

type Listed =
  | typeof productClasses
  | typeof products
  | typeof resourceLevels
  | typeof resources
  | typeof news
  | typeof newsCategories
  | typeof courses
  | typeof lessons
  | typeof exams
  | typeof lecturers
  | typeof learningPaths;

const all = <Key>(names: Key[]) => new Names(names, true);

/** What stands of all that addresses of content name, for the checks that packs have. */
export async function linkedKeys(database: Database): Promise<LinkedKeys> {
  const idsIn = async (table: Listed) => {
    const rows = await database
      .select({ id: sql<number>`${table.id}` })
      .from(table)
      .where(isNull(table.delistedAt));
    return all(rows.map(({ id }) => id));
  };
  const forum = await database.select({ id: sections.id }).from(sections);
  const notices = await database
    .select({ number: productNotices.number })
    .from(productNotices)
    .where(isNull(productNotices.delistedAt));
  return {
    classes: await idsIn(productClasses),
    products: await idsIn(products),
    notices: all(notices.map(({ number }) => number)),
    levels: await idsIn(resourceLevels),
    resources: await idsIn(resources),
    news: await idsIn(news),
    categories: await idsIn(newsCategories),
    sections: all(forum.map(({ id }) => id)),
    courses: await idsIn(courses),
    lessons: await idsIn(lessons),
    exams: await idsIn(exams),
    lecturers: await idsIn(lecturers),
    paths: await idsIn(learningPaths),
    about: (await database.$count(documents, eq(documents.key, "about"))) > 0,
    has: { products: true, resources: true, news: true, training: true },
  };
}
