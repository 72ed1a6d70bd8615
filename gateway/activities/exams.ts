import { and, eq, min } from "drizzle-orm";
import type { Database } from "../database/open";
import { examAttempts } from "../database/schema";

/**
 * When an account first passed an exam of this type: the id of an exam of the training classes, which is what an
 * activity's `exam` and selectTestPassedByTypeId name. Null where it has not, and for a type that no exam has.
 */
export async function examPassedAt(
  database: Database,
  accountId: number,
  typeId: string,
): Promise<Date | null> {
  if (!/^[1-9]\d{0,8}$/.test(typeId)) return null;
  const [row] = await database
    .select({ at: min(examAttempts.endedAt) })
    .from(examAttempts)
    .where(
      and(
        eq(examAttempts.accountId, accountId),
        eq(examAttempts.examId, Number(typeId)),
        eq(examAttempts.passed, true),
      ),
    );
  return row?.at ?? null;
}
