import type { CourseProgress } from "contract/training/shapes";
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { Database } from "../../database/open";
import { certificates, courses, examResults } from "../../database/schema";
import { type ListedStep, ownProgress } from "./read";

/** A finished course whose certificate is missing: its exam is not passed, or what was issued is revoked. */
export interface Lacking {
  course: number;
  /** The exam to pass; null where that is not what is missing. */
  exam: number | null;
  /** The public id of the revoked certificate. */
  revoked: string | null;
}

/** How far an account is on a path: what its page says, and what decides about the path's certificate. */
export interface Standing {
  progress: CourseProgress[];
  /** All listed courses are finished; one that opens later is not. */
  finished: boolean;
  lacking: Lacking[];
  /** Finished courses whose certificate nothing stands against, and that was not issued: they had none at that time. */
  due: number[];
}

/** Where an account stands on a path. @param steps its courses that are listed */
export async function standingOn(
  database: Database,
  accountId: number,
  steps: ListedStep[],
): Promise<Standing> {
  const progress = await ownProgress(database, accountId, steps);
  const finished = new Set(progress.filter((one) => one.finished).map(({ course }) => course));
  const certified = steps.filter(({ id, certified: gives }) => gives && finished.has(id)).map(({ id }) => id);
  const rows =
    certified.length === 0
      ? []
      : await database
          .select({
            course: courses.id,
            exam: courses.certificateExamId,
            passed: examResults.passed,
            issued: certificates.publicId,
            revokedAt: certificates.revokedAt,
          })
          .from(courses)
          .leftJoin(
            certificates,
            and(eq(certificates.courseId, courses.id), eq(certificates.accountId, accountId)),
          )
          .leftJoin(
            examResults,
            and(eq(examResults.examId, courses.certificateExamId), eq(examResults.accountId, accountId)),
          )
          .where(and(inArray(courses.id, certified), isNotNull(courses.certificateName)));
  const byCourse = new Map(rows.map((row) => [row.course, row]));
  const inOrder = certified.flatMap((id) => byCourse.get(id) ?? []);
  const isDue = ({ exam, passed, issued }: (typeof inOrder)[number]) =>
    issued === null && (exam === null || passed === true);
  return {
    progress,
    finished: steps.length > 0 && finished.size === steps.length,
    lacking: inOrder
      .filter((row) => row.revokedAt !== null || (row.issued === null && !isDue(row)))
      .map(({ course, exam, issued }) => ({
        course,
        exam: issued === null ? exam : null,
        revoked: issued,
      })),
    due: inOrder.filter(isDue).map(({ course }) => course),
  };
}
