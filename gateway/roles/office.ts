import { addTime, midnightOf } from "contract/base/time";
import { roleDaysMax } from "contract/roles/constants";
import { and, eq } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts } from "../database/schema";
import { mayBeAppointed } from "../moderation/administrators/administrators";
import { readOperator } from "../moderation/operator";
import { checkBelow } from "../moderation/sections/appoint";
import { Refusal, refusedAt } from "../server/refusal";

/** The end of a role whose last day is typed: the midnight after it in Beijing. Throws ROLE_END_PAST beside the day. */
export function endOf(day: string | undefined, now: Date): Date | null {
  if (day === undefined) return null;
  const end = addTime(midnightOf(day), 1, "day");
  if (end <= now || end > addTime(now, roleDaysMax, "day")) throw refusedAt("until", "ROLE_END_PAST");
  return end;
}

/**
 * Checks, in the transaction of the change, that the caller still is an administrator and stands above the person, and
 * locks the person's row: changes of one person's roles wait for each other. Throws NOT_PERMITTED, and OWN_RANK,
 * HIGHER_RANK and USER_NOT_FOUND beside the field.
 */
export async function lockBelow(
  database: Database,
  operatorId: number,
  { uid, field, holds, at }: { uid: number | null; field: "person" | "uid"; holds: boolean; at: Date },
): Promise<number> {
  const operator = await readOperator(database, operatorId);
  if (!operator.admin) throw new Refusal("NOT_PERMITTED");
  if (uid === null) throw refusedAt(field, "USER_NOT_FOUND");
  await checkBelow(database, operator, uid, field);
  const [person] = await database
    .select({ id: accounts.id })
    .from(accounts)
    // A role of somebody who is banned can be taken back or changed, but not granted.
    .where(and(eq(accounts.id, uid), holds ? undefined : mayBeAppointed(at)))
    .for("no key update");
  if (!person) throw refusedAt(field, "USER_NOT_FOUND");
  return uid;
}
