import type { CallRequest, CallResponse } from "contract";
import { activitiesPerPage } from "contract/activities/constants";
import { count, eq, inArray } from "drizzle-orm";
import { pageCount } from "../../database/pages";
import { activities, activityOrganisers } from "../../database/schema";
import { accountOf, type CallContext } from "../../server/context";
import { briefsOf, inTheirOrder } from "../rows";

/**
 * A page of the activities that the caller organises or judges, including those that were removed from the content
 * pack, because an organiser still has to handle their sign-ups. Administrators organise all.
 */
export async function organisedBy(
  { page }: CallRequest<"activityOrganised">,
  context: CallContext,
): Promise<CallResponse<"activityOrganised">> {
  const { database } = context;
  const { id, admin } = accountOf(context);
  const roles = await database.select().from(activityOrganisers).where(eq(activityOrganisers.accountId, id));
  const ids = [...new Set(roles.map(({ activityId }) => activityId))];
  const where = admin ? undefined : inArray(activities.id, ids);
  const [all] = await database.select({ total: count() }).from(activities).where(where);
  const rows = await database
    .select()
    .from(activities)
    .where(where)
    .orderBy(...inTheirOrder(context.now()))
    .limit(activitiesPerPage)
    .offset((page - 1) * activitiesPerPage);
  const has = (activityId: number, role: "organiser" | "judge") =>
    roles.some((part) => part.activityId === activityId && part.role === role);
  const total = all?.total ?? 0;
  return {
    items: (await briefsOf(context, rows)).map((brief) => ({
      ...brief,
      organises: admin || has(brief.id, "organiser"),
      judges: has(brief.id, "judge"),
    })),
    page,
    pages: pageCount(total, activitiesPerPage),
    total,
  };
}
