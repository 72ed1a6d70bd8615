import type { ActivityHome } from "contract/activities/home";
import type { Database } from "../database/open";
import type { PackImage } from "../database/schema";
import { picturesOf } from "../files/pictures/pictures";
import type { Activity } from "./rows";

/** What an activity's page tells beyond time and place; null when it has nothing more. */
export async function homeOf(database: Database, { home, startAt }: Activity): Promise<ActivityHome | null> {
  if (!home) return null;
  const images = home.winners.flatMap(({ picture }): PackImage[] => (picture ? [picture] : []));
  const pictures = await picturesOf(database, images);
  const moment = (after: number) => new Date(startAt.getTime() + after).toISOString();
  const { recap: _source, ...shown } = home;
  return {
    ...shown,
    steps: home.steps
      .toSorted((one, other) => one.at - other.at)
      .map(({ at, until, ...step }) => ({
        ...step,
        at: moment(at),
        until: until === null ? null : moment(until),
      })),
    news: home.news
      .toSorted((one, other) => other.at - one.at)
      .map(({ at, ...piece }) => ({ ...piece, at: moment(at) })),
    winners: home.winners.map(({ picture, ...winner }) => ({
      ...winner,
      picture: picture ? (pictures[images.indexOf(picture)] ?? null) : null,
    })),
  };
}
