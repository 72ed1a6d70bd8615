import type { CallRequest, CallResponse } from "contract";
import { coursePageSize } from "contract/training/constants";
import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { pageOf } from "../../database/pages";
import {
  courseClasses,
  courseLecturers,
  courseLevels,
  courseProducts,
  courses,
  lecturers,
  products,
} from "../../database/schema";
import { anyTerm, everyTerm, isSearchable, readQuery } from "../../search/query";
import type { Services } from "../../server/context";
import { found } from "../../server/refusal";
import { courseRows, isOpen, listedCourses } from "./rows";

type ListRequest = CallRequest<"courseList">;
type ListServices = Pick<Services, "database" | "now" | "texts">;

/** The orders, as the indexes have them. */
const orders: Record<ListRequest["order"], SQL[]> = {
  newest: [desc(courses.opensAt), desc(courses.id)],
  learners: [desc(courses.learners), desc(courses.id)],
  shortest: [asc(courses.minutes), asc(courses.id)],
};

/** Throws for a class, level, product or lecturer that does not exist; an empty list would hide the mistake. */
async function checkPlaces(
  { database }: ListServices,
  { classId, levelId, prodId, lecturerId }: ListRequest,
): Promise<void> {
  const places = [
    [classId, courseClasses, "TRAINING_CLASS_NOT_FOUND"],
    [levelId, courseLevels, "TRAINING_LEVEL_NOT_FOUND"],
    [prodId, products, "PRODUCT_NOT_FOUND"],
    [lecturerId, lecturers, "LECTURER_NOT_FOUND"],
  ] as const;
  for (const [id, table, missing] of places)
    if (id !== undefined)
      found((await database.select({ id: table.id }).from(table).where(eq(table.id, id)))[0], missing);
}

/** The tsqueries for a text, the strictest first; [null] without a text, [] when it has no searchable word. */
async function searchesOf({ texts }: ListServices, text: string): Promise<(string | null)[]> {
  if (text === "") return [null];
  const query = await readQuery(texts, text);
  return isSearchable(query) ? [everyTerm(query), anyTerm(query)].filter((match) => match !== null) : [];
}

/** One page of the courses that meet all conditions. */
export async function listCourses(
  services: ListServices,
  request: ListRequest,
): Promise<CallResponse<"courseList">> {
  const { database, now } = services;
  const { classId, levelId, prodId, lecturerId } = request;
  const among = <Table extends typeof courseProducts | typeof courseLecturers>(table: Table, is: SQL) =>
    inArray(
      courses.id,
      database
        .select({ id: table.courseId })
        .from(table as typeof courseProducts)
        .where(is),
    );
  const conditions = [
    isOpen(now()),
    classId === undefined ? undefined : eq(courses.classId, classId),
    levelId === undefined ? undefined : eq(courses.levelId, levelId),
    prodId === undefined ? undefined : among(courseProducts, eq(courseProducts.productId, prodId)),
    lecturerId === undefined ? undefined : among(courseLecturers, eq(courseLecturers.lecturerId, lecturerId)),
  ];
  let where: SQL | undefined;
  let total = 0;
  for (const search of await searchesOf(services, request.text)) {
    where = and(...conditions, search === null ? undefined : sql`${courses.search} @@ ${search}::tsquery`);
    // The count is cheap: an operator has a few thousand courses at most, and an index covers the listed ones.
    total = await database.$count(courses, where);
    if (total > 0) break;
  }
  if (total === 0) await checkPlaces(services, request);
  const { offset, ...place } = pageOf(total, request.page, coursePageSize);
  const ids =
    total === 0
      ? []
      : await database
          .select({ id: courses.id })
          .from(courses)
          .where(where)
          .orderBy(...orders[request.order])
          .limit(coursePageSize)
          .offset(offset);
  const rows = await listedCourses(
    services,
    ids.map(({ id }) => id),
  );
  return { courses: rows, ...place, total };
}

/** Classes, levels and products with the number of open courses in each. */
export async function trainingLevels({
  database,
  now,
}: Pick<Services, "database" | "now">): Promise<CallResponse<"trainingLevels">> {
  const counts = await database
    .select({ classId: courses.classId, levelId: courses.levelId, courses: sql<number>`count(*)::int` })
    .from(courses)
    .where(isOpen(now()))
    .groupBy(courses.classId, courses.levelId);
  const nodes = async (table: typeof courseClasses | typeof courseLevels, key: "classId" | "levelId") => {
    const rows = await database
      .select({ id: table.id, name: table.name, summary: table.summary })
      .from(table as typeof courseClasses)
      .where(isNull(table.delistedAt))
      .orderBy(asc(table.position));
    return rows.map((row) => ({
      ...row,
      courses: counts.reduce((sum, each) => sum + (each[key] === row.id ? each.courses : 0), 0),
    }));
  };
  const about = await database
    .select({ id: products.id, name: products.name, courses: sql<number>`count(*)::int` })
    .from(courseProducts)
    .innerJoin(courses, eq(courses.id, courseProducts.courseId))
    .innerJoin(products, eq(products.id, courseProducts.productId))
    .where(and(isOpen(now()), isNull(products.delistedAt)))
    .groupBy(products.id, products.name)
    .orderBy(sql`count(*) desc`, asc(products.id));
  return {
    classes: await nodes(courseClasses, "classId"),
    levels: await nodes(courseLevels, "levelId"),
    products: about,
  };
}

const livePage = 20;

/** Live sessions: upcoming and present ones soonest first, or past ones latest first. */
export async function listLives(
  services: Pick<Services, "database" | "now">,
  { over, page }: CallRequest<"liveReplay">,
): Promise<CallResponse<"liveReplay">> {
  const { database, now } = services;
  const ends = sql`${courses.liveStartsAt} + make_interval(mins => ${courses.liveMinutes})`;
  const at = now().toISOString();
  const where = and(
    isOpen(now()),
    isNotNull(courses.liveStartsAt),
    over ? sql`${ends} <= ${at}::timestamptz` : sql`${ends} > ${at}::timestamptz`,
  );
  const total = await database.$count(courses, where);
  const { offset, ...place } = pageOf(total, page, livePage);
  const ids = await database
    .select({ id: courses.id })
    .from(courses)
    .where(where)
    .orderBy(over ? desc(courses.liveStartsAt) : asc(courses.liveStartsAt), asc(courses.id))
    .limit(livePage)
    .offset(offset);
  const rows = await courseRows(
    services,
    ids.map(({ id }) => id),
  );
  const lives = rows.flatMap(({ id, title, cover, lecturers: taught, live }) =>
    live ? [{ ...live, course: { id, title, cover }, lecturers: taught }] : [],
  );
  return { lives, ...place, total };
}
