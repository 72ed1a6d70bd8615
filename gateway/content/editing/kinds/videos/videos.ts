import { contentBodies } from "contract/content/kinds/bodies";
import { rowField } from "contract/content/kinds/field";
import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "../../../../database/open";
import { videoProducts, videos } from "../../../../database/schema";
import { pictureSizes } from "../../../../files/pictures/picture-sizes";
import { Refusal } from "../../../../server/refusal";
import { type VideoItem, writeVideos } from "../../../load/catalogue/news";
import { videoBodyOf } from "../../../load/catalogue/videos/video-body";
import type { EditedKind } from "../kind";
import { listedProducts, missingProducts, nextNumber, numberProblem } from "../references";
import { completedVideo, videoChoices } from "./video-files";

const nothing = { write: [], delist: [] as number[], changes: { added: 0, changed: 0, delisted: 0 } };

/** Writes a video as a load does. Its plays and who collected it stay. */
async function writeVideo(
  database: Database,
  id: number,
  { body, fingerprint }: Pick<Parameters<EditedKind["write"]>[2], "body" | "fingerprint">,
  now: Date,
): Promise<void> {
  const { video, poster, ...own } = contentBodies.videos.whole.parse(body);
  const [file] = typeof video === "object" ? video.files : [];
  if (typeof video !== "object" || !file) throw new Refusal("CONTENT_INCOMPLETE", { video: ["请选择视频"] });
  const { seconds, width, height, captions } = video;
  const [picture = video.poster] = poster;
  const stored = (await pictureSizes(database, [picture.name])).get(picture.name);
  // A drawing has no size in the store.
  const size = stored?.width ? stored : { width: video.poster.width, height: video.poster.height };
  const item: VideoItem = {
    key: id,
    video: { id, ...own, file: "", poster: "" },
    row: {
      fileName: file.name,
      bytes: file.bytes,
      seconds,
      width,
      height,
      poster: { name: picture.name, alt: own.title, ...size },
      captions,
    },
    sources: [],
    fingerprint,
  };
  await writeVideos(database, { ...nothing, write: [item] }, now);
}

export const videosKind: EditedKind = {
  rows: sql`select ${videos.id}::text as key, ${videos.title} as title, ${videos.updatedAt} as changed_at,
    ${videos.delistedAt} is not null as delisted from ${videos}`,

  newKey: (database) => nextNumber(database, "videos", videos),

  keyProblem: numberProblem,

  async standing(database, key) {
    const [row] = await database
      .select()
      .from(videos)
      .where(eq(videos.id, Number(key)));
    if (!row) return null;
    const about = await database
      .select({ id: videoProducts.productId })
      .from(videoProducts)
      .where(eq(videoProducts.videoId, row.id))
      .orderBy(asc(videoProducts.productId));
    return {
      body: videoBodyOf(
        row,
        about.map(({ id }) => id),
      ),
      html: [],
      fingerprint: row.fingerprint,
      delisted: row.delistedAt !== null,
      changedAt: row.updatedAt,
    };
  },

  choices: async (database, body) => ({ video: await videoChoices(database, body) }),

  completed: (database, body, { newest }) => completedVideo(database, body, newest),

  products: listedProducts,

  async missing(database, body) {
    const { poster = [] } = contentBodies.videos.draft.partial().parse(body);
    const known = await pictureSizes(
      database,
      poster.map(({ name }) => name),
    );
    return {
      ...(poster.every(({ name }) => known.has(name))
        ? {}
        : { [rowField("poster", 0, "name")]: ["没有这张图片"] }),
      ...(await missingProducts(database, body.products)),
    };
  },

  documents: () => [],

  texts: () => [],

  write: (database, key, piece, now) => writeVideo(database, Number(key), piece, now),

  withdraw: (database, key, now) => writeVideos(database, { ...nothing, delist: [Number(key)] }, now),
};
