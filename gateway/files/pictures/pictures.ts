import type { Picture } from "contract/base/shapes";
import { asc, inArray } from "drizzle-orm";
import type { Database } from "../../database/open";
import { imageVariants, type PackImage } from "../../database/schema";
import { fileAddress } from "../storage/store";

/**
 * Returns pictures in the form for answers, with the narrower versions of each, in the given order. It needs one query
 * for any number of pictures.
 */
export async function picturesOf(database: Database, images: PackImage[]): Promise<Picture[]> {
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
