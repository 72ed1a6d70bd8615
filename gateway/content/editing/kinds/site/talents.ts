import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";
import { rowField } from "contract/content/kinds/field";
import { eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../../../database/open";
import { courses, documents, tags } from "../../../../database/schema";
import { pictureSizes } from "../../../../files/pictures/picture-sizes";
import { talentsDocument, writeTalents } from "../../../load/catalogue/talents";
import { readKept } from "../../../load/site/single";
import type { FieldProblems } from "../kind";
import { singleKind } from "./single-kind";

const draftOf = (body: ContentBody) => contentBodies.talents.draft.parse({ title: "-", ...body });

/** What the university pages name that does not exist, by control. */
async function missing(database: Database, body: ContentBody): Promise<FieldProblems> {
  const { programmes = [], works } = draftOf(body);
  const problems: FieldProblems = {};
  if (works !== undefined) {
    const isThere = await database.$count(tags, eq(sql`lower(${tags.name})`, works.toLowerCase()));
    if (isThere === 0) problems.works = [`没有标签 ${works}`];
  }
  const ids = programmes.flatMap((programme) => programme.courses);
  const rows =
    ids.length === 0
      ? []
      : await database.select({ id: courses.id }).from(courses).where(inArray(courses.id, ids));
  const known = new Set(rows.map(({ id }) => id));
  const stored = await pictureSizes(
    database,
    programmes.flatMap(({ cover }) => cover.map(({ name }) => name)),
  );
  for (const [index, programme] of programmes.entries()) {
    const gone = programme.courses.filter((id) => !known.has(id));
    if (gone.length > 0) problems[rowField("programmes", index, "courses")] = [`没有课程 ${gone.join("、")}`];
    if (!programme.cover.every(({ name }) => stored.has(name)))
      problems[rowField("programmes", index, "cover", 0, "name")] = ["没有这张图片"];
  }
  return problems;
}

/** New programmes are numbered after all that the newest version has. */
function numbered(body: ContentBody, newest: ContentBody | undefined): ContentBody {
  const { programmes = [] } = draftOf(body);
  const before = draftOf(newest ?? {}).programmes ?? [];
  let last = Math.max(0, ...[...programmes, ...before].map(({ id = 0 }) => id));
  return {
    ...body,
    programmes: programmes.map((programme) => {
      if (programme.id !== undefined) return programme;
      last += 1;
      return { ...programme, id: last };
    }),
  };
}

export const talentsKind = singleKind("talents", {
  missing,

  completed: async (_, body, { newest }) => numbered(body, newest),

  texts: (body) => [
    { at: "content", text: String(body.content ?? "") },
    ...(draftOf(body).programmes ?? []).map(({ text }, index) => ({
      at: rowField("programmes", index, "text"),
      text,
    })),
  ],

  pictures: (body) => (draftOf(body).programmes ?? []).flatMap(({ cover }) => cover.map(({ name }) => name)),

  // Readers get HTML, from which nobody makes the Markdown again.
  isHidden: async (database) =>
    (await readKept(database, "talents")) === null &&
    (await database.$count(documents, eq(documents.key, talentsDocument))) > 0,

  write: writeTalents,
});
