import type { ContentBody } from "contract/content/kinds/bodies";
import type { ContentKind } from "contract/content/kinds/words";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { contentPieces, contentVersions } from "../../database/schema";
import { accountOf, type CallContext, type LecturerScope } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { editedKinds } from "./kinds/all";

/**
 * What a lecturer may write drafts of: the courses that the role names, those that they began themselves, and the exams of
 * both. A piece is begun by who wrote its first version; what stood before anybody edited it was begun by nobody.
 */

/** The keys of the pieces of a kind that the caller began, as a query. */
const begunKeys = (context: CallContext, kind: ContentKind): SQL =>
  sql`(select begun.key from ${contentVersions} as begun where begun.kind = ${kind} and begun.version = 1
    and begun.by_id = ${accountOf(context).id})`;

/** The numbers of the caller's courses, as a query. */
const ownCourses = (context: CallContext, { courses }: LecturerScope): SQL =>
  sql`(select unnest(${sql.param(courses)}::integer[]) as id
    union select begun.key::integer from ${begunKeys(context, "courses")} as begun)`;

const rowsOf = async <Row>(database: Database, query: SQL): Promise<Row[]> =>
  ((await database.execute(query)) as unknown as { rows: Row[] }).rows;

/** The numbers of the courses of which the caller writes drafts. */
export async function lecturersCourses(
  context: CallContext,
  lecturer: LecturerScope,
): Promise<ReadonlySet<number>> {
  const rows = await rowsOf<{ id: number }>(
    context.database,
    sql`select own.id from ${ownCourses(context, lecturer)} as own`,
  );
  return new Set(rows.map(({ id }) => id));
}

const courseIn = (body: ContentBody, field: string): number | null => {
  const value = body[field];
  return value === undefined || value === null ? null : Number(value);
};

/**
 * Throws CONTENT_NOT_YOURS unless a piece is the lecturer's, in all that is stored of it and in what is typed. What names
 * no course, as a draft may, is whose who began it.
 * @param piece what is typed and what is stored of it; a new one has no key
 */
export async function checkLecturersPiece(
  context: CallContext,
  lecturer: LecturerScope,
  {
    kind,
    key,
    typed,
    stored,
  }: {
    kind: ContentKind;
    key: string | undefined;
    typed: ContentBody | undefined;
    stored: ContentBody[];
  },
): Promise<void> {
  const { teaches } = editedKinds[kind];
  if (!teaches) throw new Refusal("CONTENT_NOT_YOURS");
  const { database } = context;
  const mine = await lecturersCourses(context, lecturer);
  if (teaches.areCourses) {
    if (key !== undefined && !mine.has(Number(key))) throw new Refusal("CONTENT_NOT_YOURS");
    return;
  }
  const { field, rows } = teaches;
  const begun =
    key === undefined ||
    (await rowsOf(database, sql`select from ${begunKeys(context, kind)} as own where own.key = ${key}`))
      .length > 0;
  const isMine = (course: number | null) => (course === null ? begun : mine.has(course));
  const [standing] =
    key === undefined
      ? []
      : await rowsOf<{ course_id: number }>(
          database,
          sql`select place.course_id from (${rows}) as place where place.key = ${key}`,
        );
  if (standing && !isMine(standing.course_id)) throw new Refusal("CONTENT_NOT_YOURS");
  if (!stored.every((body) => isMine(courseIn(body, field)))) throw new Refusal("CONTENT_NOT_YOURS");
  if (typed && !isMine(courseIn(typed, field)))
    throw new Refusal("CONTENT_NOT_YOURS", { [field]: ["请选择你负责的课程"] });
}

/**
 * The condition that a piece of a list is the lecturer's, as `checkLecturersPiece` says it of one.
 * @param pieces the list's rows, with `key` and `version`, 0 for pieces that nobody edited
 */
export function lecturersCondition(
  context: CallContext,
  lecturer: LecturerScope,
  kind: ContentKind,
  { key, version }: { key: SQL; version: SQL },
): SQL {
  const { teaches } = editedKinds[kind];
  if (!teaches) return sql`false`;
  const mine = sql`(select own.id from ${ownCourses(context, lecturer)} as own)`;
  if (teaches.areCourses) return sql`${key} in (select own.id::text from ${mine} as own)`;
  const { field, rows } = teaches;
  const standing = sql`(${key} not in (select place.key from (${rows}) as place)
    or ${key} in (select place.key from (${rows}) as place where place.course_id in ${mine}))`;
  const newest = (is: SQL) => sql`${key} in (select newest.key from ${contentVersions} as newest
    join ${contentPieces} as own on own.kind = newest.kind and own.key = newest.key and own.version = newest.version
    where newest.kind = ${kind} and ${is})`;
  const course = sql`(newest.body ->> ${field})::integer`;
  return sql`(${standing} and (${version} = 0 or ${newest(sql`${course} in ${mine}`)}
    or (${key} in ${begunKeys(context, kind)} and ${newest(sql`${course} is null`)})))`;
}
