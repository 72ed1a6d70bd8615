import type { ContentBody } from "contract/content/kinds/bodies";
import type { StoredVideo } from "contract/content/kinds/course-body";
import type { videos } from "../../../../database/schema";
import { filled } from "../../rows/filled";

type Row = Pick<
  typeof videos.$inferSelect,
  | ("title" | "summary" | "date" | "fileName" | "bytes")
  | ("seconds" | "width" | "height" | "poster" | "captions")
>;

/** The media type of a video file of a pack. */
export const mediaTypeOf = (name: string) => (name.endsWith(".mp4") ? "video/mp4" : "video/webm");

/** The file of a video with all that belongs to it, as a body has it. */
export const wholeVideo = ({
  fileName,
  bytes,
  seconds,
  width,
  height,
  poster,
  captions,
}: Omit<Row, "title" | "summary" | "date">): StoredVideo => ({
  files: [{ name: fileName, type: mediaTypeOf(fileName), bytes }],
  seconds,
  width,
  height,
  poster: { name: poster.name, alt: poster.alt, width: poster.width, height: poster.height },
  captions,
  transcript: [],
});

/** A video as the browser's editor has it. */
export const videoBodyOf = (video: Row, products: number[]): ContentBody =>
  filled({
    title: video.title,
    summary: video.summary,
    date: video.date,
    video: wholeVideo(video),
    poster: [{ name: video.poster.name }],
    products: [...products].sort((one, other) => one - other),
  });
