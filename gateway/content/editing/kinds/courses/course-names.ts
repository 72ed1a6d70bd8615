import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../../database/open";
import { contentPieces, courses } from "../../../../database/schema";

/** A course as lists of choices and of what was chosen have it. */
export interface CourseName {
  id: number;
  name: string;
}

/** Courses, also those that are only drafts, by their names. @param which a condition on `id` and `delisted` */
async function namesOf(database: Database, which: SQL): Promise<CourseName[]> {
  const { rows } = (await database.execute(sql`
    select id, title || case when delisted then '（已下架）' when drafted then '（草稿）' else '' end as name
    from (
      select ${courses.id} as id, ${courses.title} as title, ${courses.delistedAt} is not null as delisted, false as drafted
        from ${courses}
      union all
      select ${contentPieces.key}::integer, ${contentPieces.title}, false, true from ${contentPieces}
        where ${contentPieces.kind} = 'courses' and ${contentPieces.state} = 'draft'
    ) as every where ${which} order by title, id`)) as unknown as { rows: CourseName[] };
  return rows;
}

/** The courses to choose from: all that were not taken down. */
export const courseNames = (database: Database): Promise<CourseName[]> =>
  namesOf(database, sql`not delisted`);

/** The courses with these numbers; a number that no course has is left out. */
export const coursesByIds = async (database: Database, ids: number[]): Promise<CourseName[]> =>
  ids.length === 0 ? [] : namesOf(database, sql`id = any(${sql.param(ids)}::integer[])`);
