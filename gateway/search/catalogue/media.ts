import type { CallResponse } from "contract";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { memoized } from "../../database/memo";
import { resources, videos } from "../../database/schema";
import { signedMedia } from "../../files/signed";
import { fileAddress } from "../../files/store";
import type { CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";

/** Where a video lies; one that was taken down lies nowhere. */
export async function videoUrlOf(
  id: number,
  { database, settings, now }: CallContext,
): Promise<CallResponse<"videoUrl">> {
  const [video] = await database
    .select({ fileName: videos.fileName, poster: videos.poster, captions: videos.captions })
    .from(videos)
    .where(and(eq(videos.id, id), isNull(videos.delistedAt)));
  if (!video) throw new Refusal("VIDEO_NOT_FOUND");
  return {
    url: signedMedia(settings, video.fileName, now()),
    poster: fileAddress(video.poster.name),
    captions: video.captions === null ? null : signedMedia(settings, video.captions, now()),
  };
}

/** Counted at most once a minute: a load changes it, and nothing else. */
export const fileTypes = ({ database, now }: CallContext): Promise<CallResponse<"fileType">> =>
  memoized(database, "search-file-types", now(), 60, async () => {
    const total = sql<number>`count(*)::int`;
    const rows = await database
      .select({ fileType: resources.fileType, total })
      .from(resources)
      .where(isNull(resources.delistedAt))
      .groupBy(resources.fileType)
      .orderBy(desc(total), resources.fileType);
    return { fileTypes: rows };
  });
