import type { ActivityWhole } from "contract/activities/shapes";
import { contentBodies } from "contract/content/kinds/bodies";
import { eq } from "drizzle-orm";
import { activityRow } from "../content/load/catalogue/activities/activity-row";
import { typedActivity } from "../content/load/catalogue/activities/typed-activity";
import { previewedVersion } from "../content/previews/previewed-version";
import { activities } from "../database/schema";
import type { CallContext } from "../server/context";
import { found } from "../server/refusal";
import { type Activity, type Category, categoriesOf } from "./rows";
import { wholeOf } from "./whole";

/**
 * The newest version of an activity as its page will show it, with the sign-ups that there are. Fields that a draft lacks
 * are empty, and times that it lacks are that of its saving. Throws ACTIVITY_NOT_FOUND without the right secret.
 */
export async function previewActivity(
  context: CallContext,
  id: number,
  secret: string,
): Promise<ActivityWhole> {
  const { database } = context;
  const name = { kind: "activities", key: String(id) } as const;
  const saved = found(await previewedVersion(database, name, secret), "ACTIVITY_NOT_FOUND");
  const draft = contentBodies.activities.draft.parse(saved.body);
  const { section, organisers = [], judges = [] } = draft;
  const now = saved.changedAt;
  const item = await typedActivity(database, id, draft, { fingerprint: "", now });
  const sectionIds = new Map(section === undefined ? [] : [[String(section), section]]);
  const [stands] = await database.select().from(activities).where(eq(activities.id, id));
  const nothingYet = { results: null, resultsAt: null, erasedAt: null };
  const row = { ...nothingYet, ...stands, ...activityRow(item, saved.html, sectionIds, now) } as Activity;
  const present = (await categoriesOf(database, [id])).get(id) ?? [];
  const categories = item.front.categories.map(({ key, name: called, seats }, position): Category => {
    const own = present.find((category) => category.key === key);
    const empty = { taken: 0, waiting: 0, lastPlace: 0, packSeats: seats, seats };
    // A number that organisers set stays until the editor's own changes.
    return {
      ...empty,
      ...own,
      ...(own && own.packSeats === seats ? {} : { seats: Math.max(seats, own?.taken ?? 0) }),
      activityId: id,
      key,
      name: called,
      position,
      delistedAt: null,
    };
  });
  const judged = judges.length > 0 || organisers.length > 0;
  return wholeOf(context, row, { categories, organisers, judged });
}
