import { minuteOf } from "contract/base/time";
import type { ContentBody } from "contract/content/kinds/bodies";
import { inArray } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { news, newsCategories, newsProducts, videoProducts, videos } from "../../../database/schema";
import type { BinaryFacts } from "../../pack/check/binaries";
import type { PackFolder } from "../../pack/pack-files";
import type { Pack } from "../../pack/parse-pack";
import type { NewsFront } from "../../pack/schemas/news";
import type { PackVideo } from "../../pack/schemas/resources";
import type { Places } from "../files/places";
import type { TextItem, Texts } from "../files/texts";
import { fingerprintOfValue, type Plan } from "../rows/changes";
import { inChunks } from "../rows/counters";
import { heldKeys } from "../rows/held";
import { syncRows } from "../rows/sync-rows";
import { planById } from "./plan-by-id";
import { videoBodyOf } from "./videos/video-body";

export interface NewsItem extends TextItem {
  key: number;
  front: NewsFront;
  cover: (typeof news.$inferInsert)["cover"];
}

/** The news of a pack as rows, without their rendered texts. */
export function newsItems({ catalogue }: Pack, places: Places): NewsItem[] {
  return catalogue.news.map(({ front, source }) => {
    const cover = front.cover ? places.image(front.cover) : null;
    return {
      key: front.id,
      front,
      cover,
      sources: [source],
      fingerprint: fingerprintOfValue([front, cover, source]),
    };
  });
}

/** Pieces that were edited in the browser are not in the plan. */
export const planNews = async (database: Database, items: NewsItem[]) =>
  planById(database, news, items, await heldKeys(database, "news"));

/** A piece of a pack as the browser's editor has it. */
export const newsBody =
  (places: Places) =>
  ({ front, cover, sources: [source = ""] }: NewsItem): ContentBody => ({
    title: front.title,
    summary: front.summary,
    category: front.category,
    date: minuteOf(front.date),
    content: places.placed(source),
    ...(cover ? { cover: { name: cover.name, alt: cover.alt } } : {}),
    products: front.products,
  });

/** Writes the categories of news. Categories that left the pack are delisted. */
export async function loadCategories(database: Database, { catalogue }: Pack, now: Date): Promise<void> {
  const rows = (catalogue.categories?.value.categories ?? []).map(({ id, name }, position) => ({
    id,
    name,
    position,
    delistedAt: null,
  }));
  await syncRows(database, newsCategories, rows, { key: "id", now });
}

/** Writes news and their links to products. */
export async function writeNews(
  database: Database,
  { write, delist }: Plan<number, NewsItem>,
  texts: Pick<Texts, "of">,
  now: Date,
): Promise<void> {
  const rows: (typeof news.$inferInsert)[] = [];
  for (const item of write) {
    const { html } = await texts.of(item);
    const { id, category: categoryId, title, summary, date } = item.front;
    rows.push({
      id,
      categoryId,
      title,
      summary,
      date,
      cover: item.cover,
      search: null,
      fingerprint: item.fingerprint,
      source: item.sources[0] ?? "",
      html: html[0] ?? "",
      delistedAt: null,
      updatedAt: now,
      createdAt: now,
    });
  }
  await syncRows(database, news, rows, { key: "id", now, delist });
  if (write.length === 0) return;
  const keys = write.map(({ key }) => key);
  await database.delete(newsProducts).where(inArray(newsProducts.newsId, keys));
  const about = write.flatMap(({ key: newsId, front }) =>
    front.products.map((productId) => ({ newsId, productId })),
  );
  await inChunks(about, (slice) => database.insert(newsProducts).values(slice).returning());
}

export interface VideoItem extends TextItem {
  key: number;
  video: PackVideo;
  row: Pick<
    typeof videos.$inferInsert,
    "fileName" | "bytes" | "seconds" | "width" | "height" | "poster" | "captions"
  >;
}

/** The videos of a pack as rows. */
export function videoItems(
  { catalogue }: Pack,
  { binaries }: PackFolder,
  facts: BinaryFacts,
  places: Places,
): VideoItem[] {
  return (catalogue.videos?.value.videos ?? []).map((video) => {
    const { seconds, width, height } = facts.videos.get(video.file) ?? { seconds: 0, width: 0, height: 0 };
    const row = {
      fileName: places.nameOf(video.file),
      bytes: binaries.get(video.file)?.bytes ?? 0,
      seconds,
      width,
      height,
      poster: places.image({ image: video.poster, alt: video.title }),
      captions: video.captions === undefined ? null : places.nameOf(video.captions),
    };
    return {
      key: video.id,
      video,
      row,
      sources: [],
      fingerprint: fingerprintOfValue([video, row]),
    };
  });
}

/** Videos that were edited in the browser are not in the plan. */
export const planVideos = async (database: Database, items: VideoItem[]) =>
  planById(database, videos, items, await heldKeys(database, "videos"));

/** A video of a pack as the browser's editor has it. */
export const packVideoBody = ({ video, row }: VideoItem): ContentBody =>
  videoBodyOf(
    {
      title: video.title,
      summary: video.summary ?? "",
      date: video.date,
      ...row,
      captions: row.captions ?? null,
    },
    video.products,
  );

/** Writes videos and their links to products. */
export async function writeVideos(
  database: Database,
  { write, delist }: Plan<number, VideoItem>,
  now: Date,
): Promise<void> {
  const rows: (typeof videos.$inferInsert)[] = [];
  for (const item of write) {
    const { id, title, summary = "", date } = item.video;
    rows.push({
      id,
      title,
      summary,
      date,
      ...item.row,
      search: null,
      fingerprint: item.fingerprint,
      delistedAt: null,
      updatedAt: now,
      createdAt: now,
    });
  }
  await syncRows(database, videos, rows, { key: "id", now, delist });
  if (write.length === 0) return;
  const keys = write.map(({ key }) => key);
  await database.delete(videoProducts).where(inArray(videoProducts.videoId, keys));
  const pairs = write.flatMap(({ key: videoId, video }) =>
    video.products.map((productId) => ({ videoId, productId })),
  );
  await inChunks(pairs, (slice) => database.insert(videoProducts).values(slice).returning());
}
