import { inArray } from "drizzle-orm";
import type { Database } from "../../database/open";
import { files, uploads } from "../../database/schema";

/** The sizes of stored pictures by their names; those that are not stored have none. */
export async function pictureSizes(
  database: Database,
  names: string[],
): Promise<Map<string, { width: number; height: number }>> {
  const own = [...new Set(names)];
  if (own.length === 0) return new Map();
  const stored = await database
    .select({ name: files.name, width: files.width, height: files.height })
    .from(files)
    .where(inArray(files.name, own));
  const unmeasured = stored.flatMap(({ name, width, height }) => (width && height ? [] : [name]));
  const uploaded =
    unmeasured.length === 0
      ? []
      : await database
          .select({ name: uploads.fileName, width: uploads.width, height: uploads.height })
          .from(uploads)
          .where(inArray(uploads.fileName, unmeasured));
  const measured = new Map(uploaded.map((upload) => [upload.name, upload]));
  return new Map(
    stored.map(({ name, width, height }) => {
      const size = width && height ? { width, height } : measured.get(name);
      return [name, { width: size?.width ?? 0, height: size?.height ?? 0 }];
    }),
  );
}

/** The size of a stored picture; null where there is none of this name. */
export const pictureSize = async (database: Database, name: string) =>
  (await pictureSizes(database, [name])).get(name) ?? null;
