import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { like } from "drizzle-orm";
import { fingerprintOf, readPackFolder } from "gateway/content/pack/pack-files";
import { loadContentPack } from "gateway/content/load/load-pack";
import { createPglite, openPglite } from "gateway/database/open";
import { documents } from "gateway/database/schema";
import { searchKeyPrefix } from "gateway/search/marks";
import type { TextWorkers } from "gateway/workers/text-workers";

/**
 * The demo's database as the build leaves it: a first start copies it, which takes a twentieth of the time of creating
 * a database and loading the pack. The build removes it as soon as the code that made it changes.
 */

/** The times of the demo's posts and events count from its load, so an older copy would look abandoned. */
const usableFor = 24 * 3_600_000;

interface Manifest {
  /** The hash of the pack that was loaded. */
  pack: string;
  preparedAt: number;
}

const databaseIn = (prepared: string) => join(prepared, "database");
const manifestIn = (prepared: string) => join(prepared, "manifest.json");
const hashOf = async (pack: string) => fingerprintOf(await readPackFolder(pack));

/**
 * Loads the demo pack into a new database in the folder `prepared`. It contains nothing that has to differ between
 * installations: a start creates the secrets, the stores' marks and the administrator's link.
 * Throws ContentPackError for an invalid pack.
 */
export async function prepareDemo(prepared: string, pack: string, texts: TextWorkers): Promise<void> {
  await rm(prepared, { recursive: true, force: true });
  await mkdir(prepared, { recursive: true });
  // Nothing is lost when this stops half-way: without the manifest nobody uses the folder.
  const client = await createPglite(databaseIn(prepared), ["wal_recycle=off", "max_wal_size=32MB"]);
  const { database, close } = await openPglite(client);
  const preparedAt = Date.now();
  try {
    const now = () => new Date(preparedAt);
    await loadContentPack({ database, texts, now }, pack, { demo: true });
    // Each installation marks searches with secrets of its own.
    await database.delete(documents).where(like(documents.key, `${searchKeyPrefix}%`));
    await client.exec("checkpoint");
  } finally {
    await close();
  }
  const manifest: Manifest = { pack: await hashOf(pack), preparedAt };
  await writeFile(manifestIn(prepared), JSON.stringify(manifest));
}

/**
 * Copies the prepared database to `folder`, which must not exist, if it was made from the pack as it is now.
 * @returns whether it was copied
 */
export async function copyPreparedDemo(
  { prepared, pack }: { prepared: string; pack: string },
  folder: string,
): Promise<boolean> {
  if (!existsSync(manifestIn(prepared))) return false;
  const manifest = JSON.parse(await readFile(manifestIn(prepared), "utf8")) as Manifest;
  const age = Date.now() - manifest.preparedAt;
  if (age < 0 || age > usableFor || manifest.pack !== (await hashOf(pack).catch(() => null))) return false;
  // A start that is killed while it copies leaves a folder that the next one does not use.
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(databaseIn(prepared), unfinished, { recursive: true });
  await rename(unfinished, folder);
  return true;
}
