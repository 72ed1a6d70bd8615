import type { ContentBody } from "contract/content/kinds/bodies";
import type { Database } from "../../../../database/open";
import { activities } from "../../../../database/schema";
import type { Places } from "../../files/places";
import { activityBodyOf } from "./activity-body";
import type { ActivityItem } from "./activity-item";
import { activityRow } from "./activity-row";

const { startAt, endAt, signUpFrom, signUpUntil, teamsUntil, worksUntil } = activities;
const times = { startAt, endAt, signUpFrom, signUpUntil, teamsUntil, worksUntil };

interface Loading {
  people: Map<number, { organisers: number[]; judges: number[] }>;
  sectionIds: Map<string, number>;
  /** The time from which relative times count. */
  now: Date;
}

/** An activity of a pack as the browser's editor has it, with the times that its first load gave it. */
export async function packActivityBody(
  database: Database,
  { places }: { places: Places },
  { people, sectionIds, now }: Loading,
): Promise<(item: ActivityItem) => ContentBody> {
  const standing = await database
    .select({ id: activities.id, timesWritten: activities.timesWritten, times })
    .from(activities);
  const kept = new Map(standing.map(({ id, ...row }) => [id, row]));
  return (item) => {
    const row = activityRow(item, [], sectionIds, now);
    const before = kept.get(item.key);
    const [content = "", rules = "", recap = ""] = item.sources.map((source) => places.placed(source));
    return activityBodyOf(before?.timesWritten === row.timesWritten ? { ...row, ...before.times } : row, {
      texts: { content, rules, recap },
      categories: item.front.categories.map(({ key, name, seats }) => ({ key, name, packSeats: seats })),
      people: people.get(item.key) ?? { organisers: [], judges: [] },
    });
  };
}
