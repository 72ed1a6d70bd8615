import type { VideoRow } from "contract/videos/calls";
import { inArray } from "drizzle-orm";
import type { Database } from "../database/open";
import { videos } from "../database/schema";
import { picturesOf } from "../files/pictures/pictures";

/** The columns of a video in a list. */
export const videoColumns = {
  id: videos.id,
  title: videos.title,
  summary: videos.summary,
  date: videos.date,
  seconds: videos.seconds,
  poster: videos.poster,
  plays: videos.plays,
  delistedAt: videos.delistedAt,
};
type Selected = Pick<typeof videos.$inferSelect, keyof typeof videoColumns>;

export async function toVideoRows(database: Database, rows: Selected[]): Promise<VideoRow[]> {
  const posters = await picturesOf(
    database,
    rows.map(({ poster }) => poster),
  );
  return rows.flatMap(({ delistedAt, ...row }, at) => {
    const poster = posters[at];
    return poster ? [{ ...row, poster, delisted: delistedAt !== null }] : [];
  });
}

/** Videos by their ids, in that order; missing ones are left out. */
export async function videoRows(database: Database, ids: number[]): Promise<VideoRow[]> {
  if (ids.length === 0) return [];
  const rows = await database.select(videoColumns).from(videos).where(inArray(videos.id, ids));
  const byId = new Map((await toVideoRows(database, rows)).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
