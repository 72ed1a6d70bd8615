import type { Picture } from "contract/base/shapes";
import { asc, inArray } from "drizzle-orm";
import type { Database } from "../../database/open";
import { imageVariants, type PackImage } from "../../database/schema";
import { fileAddress } from "../storage/store";

/**
 * Pictures as the wire has them, with the narrower ones that were made of each, in the order given; one query
 * for any number.
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
