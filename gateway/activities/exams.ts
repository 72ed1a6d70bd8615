import { and, eq, min } from "drizzle-orm";
import type { Database } from "../database/open";
import { examAttempts } from "../database/schema";

/**
 * When an account first passed an exam of the training classes. The type is the exam's id, which an activity's `exam`
 * and selectTestPassedByTypeId name. Null when the account has not passed it, or when there is no such exam.
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
