import { contentBodies } from "contract/content/kinds/bodies";
import { rowField } from "contract/content/kinds/field";
import { and, eq, inArray, isNull, max, sql } from "drizzle-orm";
import type { Database } from "../../../../database/open";
import { courses, learningPaths } from "../../../../database/schema";
import { pathBody, pathColumns } from "../../../load/catalogue/training/paths";
import { upsertRows } from "../../../load/rows/sync-rows";
import type { EditedKind, FieldProblems } from "../kind";
import { lastLoad, lastLoadTime, nextNumber, numberProblem } from "../references";

async function rowOf(database: Database, key: string) {
  const [row] = await database
    .select()
    .from(learningPaths)
    .where(eq(learningPaths.id, Number(key)));
  return row;
}

/** A new path stands after all others. */
async function nextPosition(database: Database): Promise<number> {
  const [last] = await database.select({ position: max(learningPaths.position) }).from(learningPaths);
  return (last?.position ?? -1) + 1;
}

export const pathsKind: EditedKind = {
  rows: sql`select ${learningPaths.id}::text as key, ${learningPaths.title} as title, ${lastLoad} as changed_at,
    ${learningPaths.delistedAt} is not null as delisted from ${learningPaths}`,

  newKey: (database) => nextNumber(database, "paths", learningPaths),

  keyProblem: numberProblem,

  async standing(database, key) {
    const row = await rowOf(database, key);
    if (!row) return null;
    return {
      body: pathBody({
        title: row.title,
        summary: row.summary,
        audience: row.audience,
        intro: row.intro,
        courses: row.courses,
        certificateName: row.certificateName,
      }),
      html: [],
      fingerprint: row.fingerprint,
      delisted: row.delistedAt !== null,
      changedAt: await lastLoadTime(database),
    };
  },

  choices: async () => ({}),

  products: () => [],

  async missing(database, body) {
    const { courses: steps = [] } = contentBodies.paths.draft.partial().parse(body);
    const ids = steps.map(({ course }) => course);
    if (ids.length === 0) return {};
    const known = await database
      .select({ id: courses.id })
      .from(courses)
      .where(and(inArray(courses.id, ids), isNull(courses.delistedAt)));
    const problems: FieldProblems = {};
    for (const [index, id] of ids.entries())
      if (!known.some((course) => course.id === id))
        problems[rowField("courses", index, "course")] = [`没有课程 ${id}`];
    return problems;
  },

  documents: () => [],

  texts: () => [],

  async write(database, key, { body, fingerprint }) {
    const before = await rowOf(database, key);
    const row = {
      id: Number(key),
      ...pathColumns(contentBodies.paths.whole.parse(body)),
      position: before?.position ?? (await nextPosition(database)),
      fingerprint,
      delistedAt: null,
    };
    await upsertRows(database, learningPaths, [row], ["id"]);
  },

  async withdraw(database, key, now) {
    await database
      .update(learningPaths)
      .set({ delistedAt: now })
      .where(eq(learningPaths.id, Number(key)));
  },
};
