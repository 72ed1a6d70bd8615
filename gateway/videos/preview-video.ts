import { dayOf } from "contract/base/time";
import { contentBodies } from "contract/content/kinds/bodies";
import { inArray } from "drizzle-orm";
import { previewedVersion } from "../content/previews/previewed-version";
import type { Database } from "../database/open";
import { products, type videos } from "../database/schema";
import { pictureSizes } from "../files/pictures/picture-sizes";
import { found } from "../server/refusal";

type Row = typeof videos.$inferSelect;

/**
 * The newest version of a video as its page will show it. Throws VIDEO_NOT_FOUND without the right secret, and for a
 * draft without a file.
 * @param stands what is published of it, with its plays
 */
export async function previewVideo(
  database: Database,
  id: number,
  secret: string,
  stands: Row | undefined,
): Promise<{ video: Row; products: { id: number; name: string }[] }> {
  const name = { kind: "videos", key: String(id) } as const;
  const { body, changedAt } = found(await previewedVersion(database, name, secret), "VIDEO_NOT_FOUND");
  const draft = contentBodies.videos.draft.parse(body);
  const film = typeof draft.video === "object" ? draft.video : undefined;
  const { files, seconds, width, height, captions, poster } = found(film, "VIDEO_NOT_FOUND");
  const [file] = files;
  const [picture = poster] = draft.poster ?? [];
  const stored = (await pictureSizes(database, [picture.name])).get(picture.name);
  const about = draft.products ?? [];
  return {
    video: {
      id,
      title: draft.title,
      summary: draft.summary ?? "",
      date: draft.date ?? dayOf(changedAt),
      fileName: file?.name ?? "",
      bytes: file?.bytes ?? 0,
      seconds,
      width,
      height,
      poster: {
        name: picture.name,
        alt: draft.title,
        width: stored?.width || poster.width,
        height: stored?.height || poster.height,
      },
      captions,
      plays: stands?.plays ?? 0,
      heat: stands?.heat ?? 0,
      collected: stands?.collected ?? 0,
      fingerprint: "",
      delistedAt: null,
      updatedAt: changedAt,
      createdAt: changedAt,
      search: null,
    },
    products:
      about.length === 0
        ? []
        : await database
            .select({ id: products.id, name: products.name })
            .from(products)
            .where(inArray(products.id, about))
            .orderBy(products.id),
  };
}
