import type { Picture } from "contract/base/shapes";
import { asc, inArray } from "drizzle-orm";
import type { Database } from "../database/open";
import { imageVariants } from "../database/schema";
import type { PackImage } from "../database/tables/products";
import { fileAddress } from "./store";

/** Pictures of a pack as they travel, with their smaller widths; one query for all of them. */
export async function packPictures(database: Database, images: PackImage[]): Promise<Picture[]> {
  const names = [...new Set(images.map(({ name }) => name))];
  const variants =
    names.length === 0
      ? []
      : await database
          .select()
          .from(imageVariants)
          .where(inArray(imageVariants.fileName, names))
          .orderBy(asc(imageVariants.width));
  return images.map(({ name, alt, width, height }) => ({
    url: fileAddress(name),
    alt,
    width,
    height,
    sources: variants
      .filter(({ fileName }) => fileName === name)
      .map((variant) => ({ url: fileAddress(variant.variantName), width: variant.width })),
  }));
}
