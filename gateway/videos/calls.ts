/** The operator's videos: hot ones, their pages, and counts of plays (spec 7.2, Home and Person). */
import { videoPageSize } from "contract/resources/constants";
import type { HotVideo, videoCalls } from "contract/videos/calls";
import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { pageOf } from "../database/pages";
import { products, videoProducts, videos } from "../database/schema";
import { countedAs, warmer } from "../files/serving/heat";
import { videoAddresses } from "../files/serving/video-url";
import type { CallContext, HandlersOf } from "../server/context";
import { found } from "../server/refusal";
import { hotLessons } from "../training/courses/hot-videos";
import { previewVideo } from "./preview-video";
import { toVideoRows, videoColumns, videoRows } from "./rows";

const hottest = [sql`${videos.heat} desc nulls last`, sql`${videos.id} desc nulls last`];

/** The media type of a video file of a pack. */
const typeOf = (name: string) => (name.endsWith(".mp4") ? "video/mp4" : "video/webm");

/** The videos of a product, newest first. */
async function ofProduct(database: Database, prodId: number, limit: number) {
  const [product] = await database.select({ id: products.id }).from(products).where(eq(products.id, prodId));
  found(product, "PRODUCT_NOT_FOUND");
  const about = and(
    eq(videoProducts.productId, prodId),
    sql`exists (select 1 from ${videos} where ${videos.id} = ${videoProducts.videoId} and ${isNull(videos.delistedAt)})`,
  );
  const total = await database.$count(videoProducts, about);
  const { offset, ...place } = pageOf(total, limit, videoPageSize);
  const ids = await database
    .select({ id: videoProducts.videoId })
    .from(videoProducts)
    .where(about)
    .orderBy(desc(videoProducts.videoId))
    .limit(videoPageSize)
    .offset(offset);
  const rows = await videoRows(
    database,
    ids.map(({ id }) => id),
  );
  return { videos: rows, ...place, total };
}

/**
 * The operator's videos and those of lessons, hottest first. Equally hot videos of the two kinds alternate, so that
 * both kinds appear even before any plays.
 */
async function hotVideos(context: CallContext, count: number): Promise<HotVideo[]> {
  const { database } = context;
  const rows = await database
    .select({ ...videoColumns, heat: videos.heat })
    .from(videos)
    .where(isNull(videos.delistedAt))
    .orderBy(...hottest)
    .limit(count);
  const heats = new Map(rows.map(({ id, heat }) => [id, heat]));
  const videoRows = await toVideoRows(
    database,
    rows.map(({ heat: _heat, ...row }) => row),
  );
  const own = videoRows.map((video) => ({
    video: { ...video, course: null },
    heat: heats.get(video.id) ?? 0,
  }));
  const ofCourses = (await hotLessons(context, count)).map(({ heat, ...video }) => ({ video, heat }));
  return [own, ofCourses]
    .flatMap((list) => list.map((each, place) => ({ ...each, place })))
    .sort((one, other) => other.heat - one.heat || one.place - other.place)
    .slice(0, count)
    .map(({ video }) => video);
}

export const videoHandlers = {
  async queryHotVideo({ count }, context) {
    return { videos: await hotVideos(context, count) };
  },

  async videoList({ prodId, page }, { database }) {
    if (prodId !== undefined) return ofProduct(database, prodId, page);
    // An operator has only dozens of videos, so counting them is cheap.
    const total = await database.$count(videos, isNull(videos.delistedAt));
    const { offset, ...place } = pageOf(total, page, videoPageSize);
    const rows = await database
      .select(videoColumns)
      .from(videos)
      .where(isNull(videos.delistedAt))
      .orderBy(...hottest)
      .limit(videoPageSize)
      .offset(offset);
    return { videos: await toVideoRows(database, rows), ...place, total };
  },

  async videoDetail({ id, preview }, { database, settings, now }) {
    const [selected] = await database.select().from(videos).where(eq(videos.id, id)).limit(1);
    const drafted = preview === undefined ? undefined : await previewVideo(database, id, preview, selected);
    const video = found(drafted?.video ?? selected, "VIDEO_NOT_FOUND");
    const [row] = await toVideoRows(database, [video]);
    const about =
      drafted?.products ??
      (await database
        .select({ id: products.id, name: products.name })
        .from(videoProducts)
        .innerJoin(products, eq(products.id, videoProducts.productId))
        .where(eq(videoProducts.videoId, id))
        .orderBy(asc(products.id)));
    const { title, summary, date, seconds, poster, plays, delisted } = found(row, "VIDEO_NOT_FOUND");
    const { fileName, width, height, bytes, collected } = video;
    const { url: address, captions } = videoAddresses({ settings, now }, video);
    return {
      id,
      title,
      summary,
      date,
      seconds,
      poster,
      plays,
      delisted,
      width,
      height,
      bytes,
      collected,
      products: about,
      type: typeOf(fileName),
      address,
      captions,
      updatedAt: video.updatedAt.toISOString(),
      preview: drafted !== undefined,
    };
  },

  async playVideo({ id }, context) {
    const { database, limits } = context;
    const [before] = await database.select({ plays: videos.plays }).from(videos).where(eq(videos.id, id));
    const { plays } = found(before, "VIDEO_NOT_FOUND");
    if (!(await limits.take("useCount", `video ${id} ${countedAs(context)}`))) return { plays };
    const [counted] = await database
      .update(videos)
      .set({ plays: sql`${videos.plays} + 1`, heat: warmer(videos.heat, context.now()) })
      .where(eq(videos.id, id))
      .returning({ plays: videos.plays });
    return found(counted, "VIDEO_NOT_FOUND");
  },
} satisfies HandlersOf<typeof videoCalls>;
