import type { CallResponse } from "contract";
import { fileNameLength } from "contract/products/constants";
import { inArray, isNull, sql } from "drizzle-orm";
import { files, products, videos } from "../database/schema";
import { signedMedia, signedPicture } from "../files/storage/signed";
import type { CallContext } from "../server/context";
import { firstImage } from "./list";

/** How many new products and hot videos are included. */
const productsMax = 40;
const videosMax = 12;

/** The storage names of the pictures and videos that people see first, of new products and hot videos. */
export async function firstNames({ database }: CallContext): Promise<string[]> {
  const newest = await database
    .select({ image: firstImage })
    .from(products)
    .where(isNull(products.delistedAt))
    .orderBy(sql`${products.since} desc nulls last, ${products.id} desc nulls last`)
    .limit(productsMax);
  const hot = await database
    .select({ poster: videos.poster, fileName: videos.fileName })
    .from(videos)
    .where(isNull(videos.delistedAt))
    .orderBy(sql`${videos.heat} desc nulls last, ${videos.id} desc nulls last`)
    .limit(videosMax);
  const names = [
    ...newest.flatMap(({ image }) => image?.name ?? []),
    ...hot.flatMap(({ poster, fileName }) => [poster.name, fileName]),
  ];
  return [...new Set(names)];
}

/**
 * Signed addresses of stored pictures and videos by name, each name once. Invalid names (empty, or 40 characters or
 * more, spec 9) and other files are left out, so that nobody can probe for documents by name.
 */
export async function batchUrls(
  { database, settings, now }: CallContext,
  s3names: string[],
): Promise<CallResponse<"getBatchUrl">["result"]> {
  const names = [...new Set(s3names)].filter((name) => name !== "" && name.length < fileNameLength);
  if (names.length === 0) return [];
  const stored = await database
    .select({ name: files.name, type: files.type })
    .from(files)
    .where(inArray(files.name, names));
  const types = new Map(stored.map(({ name, type }) => [name, type]));
  return names.flatMap((name) => {
    const type = types.get(name) ?? "";
    if (type.startsWith("image/")) return [{ [name]: signedPicture(settings, name, now()) }];
    return type.startsWith("video/") ? [{ [name]: signedMedia(settings, name, now()) }] : [];
  });
}
