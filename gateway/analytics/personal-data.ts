import { asc, eq } from "drizzle-orm";
import { analyticsEvents } from "../database/schema";
import { type PersonalData, withoutOwner } from "../server/personal-data";

export const analyticsPersonalData: PersonalData = {
  files: {
    "analytics.json": {
      about: "使用统计：登录时打开的页面、点击和加载快慢，最近 30 天",
      read: (database, { id }) =>
        withoutOwner(
          database
            .select({
              accountId: analyticsEvents.accountId,
              code: analyticsEvents.code,
              page: analyticsEvents.page,
              data: analyticsEvents.data,
              eventAt: analyticsEvents.eventAt,
              createdAt: analyticsEvents.createdAt,
            })
            .from(analyticsEvents)
            .where(eq(analyticsEvents.accountId, id))
            .orderBy(asc(analyticsEvents.id)),
        ),
    },
  },
  async erase(database, { id }) {
    const erased = await database
      .delete(analyticsEvents)
      .where(eq(analyticsEvents.accountId, id))
      .returning({ id: analyticsEvents.id });
    return { analyticsEvents: erased.length };
  },
};
