import { inArray } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { files } from "../../../database/schema";
import { pictureSizes } from "../../../files/pictures/picture-sizes";
import { svgSize } from "../../../files/pictures/svg";

/** The sizes of drawings, which say theirs themselves. */
async function drawnSizes(database: Database, names: string[]) {
  if (names.length === 0) return new Map();
  const rows = await database
    .select({ name: files.name, content: files.content })
    .from(files)
    .where(inArray(files.name, names));
  return new Map(
    rows.map(({ name, content }) => [name, svgSize(Buffer.from(content).toString("utf8")) ?? undefined]),
  );
}

/** The sizes of a body's pictures. */
export async function imagesOf(database: Database, names: string[]) {
  const stored = await pictureSizes(database, names);
  const drawn = await drawnSizes(
    database,
    names.filter((name) => name.endsWith(".svg")),
  );
  return Object.fromEntries(
    names.flatMap((name) => {
      const size = drawn.get(name) ?? stored.get(name);
      return size ? [[name, size] as const] : [];
    }),
  );
}
