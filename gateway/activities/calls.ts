/** The public calls about competitions and events (spec 2.1, 7.2 Activity). */
import type { activityCalls } from "contract/activities/calls";
import { activitiesPerPage } from "contract/activities/constants";
import { and, eq, ilike, isNull, or } from "drizzle-orm";
import { likeContaining } from "../database/like";
import { pageCount } from "../database/pages";
import { activities } from "../database/schema";
import type { HandlersOf } from "../server/context";
import { found } from "../server/refusal";
import { dictionaryItems } from "./dictionary";
import { previewActivity } from "./preview-activity";
import { briefsOf, inTheirOrder, readActivity, readAnyActivity } from "./rows";
import { wholeOf } from "./whole";

/** The most activities that a list reads; an operator has a few dozen. */
const maximumRows = 1_000;

export const activityHandlers = {
  async activityList({ kind, state, q, page, size = activitiesPerPage }, context) {
    const words = likeContaining(q.trim());
    const rows = await context.database
      .select()
      .from(activities)
      .where(
        and(
          isNull(activities.delistedAt),
          kind ? eq(activities.kind, kind) : undefined,
          q.trim() === ""
            ? undefined
            : or(
                ilike(activities.title, words),
                ilike(activities.summary, words),
                ilike(activities.place, words),
              ),
        ),
      )
      .orderBy(...inTheirOrder(context.now()))
      .limit(maximumRows);
    const all = (await briefsOf(context, rows)).filter(
      (brief) => state === undefined || brief.state === state,
    );
    return {
      items: all.slice((page - 1) * size, page * size),
      page,
      pages: pageCount(all.length, size),
      total: all.length,
    };
  },

  async activityDetail({ activityId, preview }, context) {
    if (preview !== undefined) return previewActivity(context, activityId, preview);
    return wholeOf(context, await readAnyActivity(context.database, activityId));
  },

  async activityLookupItems({ activityId, classCode }, context) {
    const { lookups } = await readActivity(context.database, activityId);
    return { items: found(Object.hasOwn(lookups, classCode) ? lookups[classCode] : null, "FIELD_NOT_FOUND") };
  },

  async activityDictionaryData({ type }, { database }) {
    return { items: await dictionaryItems(database, type) };
  },
} satisfies HandlersOf<typeof activityCalls>;
