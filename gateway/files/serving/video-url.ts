import type { CallResponse } from "contract";
import { and, eq, isNull } from "drizzle-orm";
import { videos } from "../../database/schema";
import type { CallContext } from "../../server/context";
import { found } from "../../server/refusal";
import { signedMedia } from "../storage/signed";
import { fileAddress } from "../storage/store";

/** The signed addresses of a video's file and captions, valid for some hours. */
export const videoAddresses = (
  { settings, now }: Pick<CallContext, "settings" | "now">,
  { fileName, captions }: Pick<typeof videos.$inferSelect, "fileName" | "captions">,
) => ({
  url: signedMedia(settings, fileName, now()),
  captions: captions === null ? null : signedMedia(settings, captions, now()),
});

/** The address of a video. Throws for a delisted one. */
export async function videoUrlOf(id: number, context: CallContext): Promise<CallResponse<"videoUrl">> {
  const [selected] = await context.database
    .select({ fileName: videos.fileName, poster: videos.poster, captions: videos.captions })
    .from(videos)
    .where(and(eq(videos.id, id), isNull(videos.delistedAt)));
  const video = found(selected, "VIDEO_NOT_FOUND");
  return { ...videoAddresses(context, video), poster: fileAddress(video.poster.name) };
}
