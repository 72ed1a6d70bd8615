import { asc, eq } from "drizzle-orm";
import type { Database } from "../database/open";
import { activityCategories } from "../database/schema";
import type { Category } from "./rows";

/**
 * Locks all categories of an activity until the transaction ends. Every change of more than one row of an activity
 * (edits, cancellations, reviews, seats, teams) begins with this lock, so that they run one after the other. A new
 * sign-up locks only its own category, by the conditional update that takes the seat.
 */
export async function lockActivity(database: Database, activityId: number): Promise<Map<string, Category>> {
  const rows = await database
    .select()
    .from(activityCategories)
    .where(eq(activityCategories.activityId, activityId))
    .orderBy(asc(activityCategories.key))
    .for("update");
  return new Map(rows.map((row) => [row.key, row]));
}
