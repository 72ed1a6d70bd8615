import { existsSync } from "node:fs";
import { chmod, cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { logWarning } from "contract/base/log";
import { like } from "drizzle-orm";
import { fingerprintOf, readPackFolder } from "gateway/content/pack/pack-files";
import { loadContentPack } from "gateway/content/load/load-pack";
import { createPglite, openPglite } from "gateway/database/open";
import { documents } from "gateway/database/schema";
import type { PdfReader } from "gateway/file-texts/pdf-reader";
import { readWaitingFiles } from "gateway/file-texts/read-job";
import { databaseOnly } from "gateway/files/stores/file-stores";
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
export async function prepareDemo(
  prepared: string,
  pack: string,
  { texts, pdfs }: { texts: TextWorkers; pdfs: PdfReader },
): Promise<void> {
  await rm(prepared, { recursive: true, force: true });
  // PGlite makes files that everybody may write, so nobody else gets into their folder.
  await mkdir(prepared, { recursive: true, mode: 0o700 });
  // Nothing is lost when this stops half-way: without the manifest nobody uses the folder.
  const client = await createPglite(databaseIn(prepared), ["wal_recycle=off", "max_wal_size=32MB"]);
  const { database, close } = await openPglite(client);
  const preparedAt = Date.now();
  try {
    const now = () => new Date(preparedAt);
    await loadContentPack({ database, texts, now }, pack, { demo: true });
    await readWaitingFiles({ database, texts, pdfs, now, files: databaseOnly });
    // Each installation marks searches with secrets of its own.
    await database.delete(documents).where(like(documents.key, `${searchKeyPrefix}%`));
    await client.exec("checkpoint");
  } finally {
    await close();
  }
  const manifest: Manifest = { pack: await hashOf(pack), preparedAt };
  await writeFile(manifestIn(prepared), JSON.stringify(manifest));
}

/** Whether the prepared database may be used now. Throws when its manifest is not whole. */
async function isUsable({ prepared, pack }: { prepared: string; pack: string }): Promise<boolean> {
  if (!existsSync(manifestIn(prepared))) return false;
  const manifest = JSON.parse(await readFile(manifestIn(prepared), "utf8")) as Manifest;
  const age = Date.now() - manifest.preparedAt;
  return age >= 0 && age <= usableFor && manifest.pack === (await hashOf(pack).catch(() => null));
}

/** Lets the owner alone read and write a folder, whatever it was copied from: PGlite has to write all of it. */
async function makeOwn(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makeOwn(path);
    else await chmod(path, 0o600);
  }
}

/** Where a copy of the prepared database is until it is whole. A start that is killed while it copies leaves it behind. */
const unfinishedOf = (folder: string) => `${folder}.unfinished`;

/** Removes the half copy of a database that a killed start left behind, if there is one. */
export async function removeUnfinished(folder: string): Promise<void> {
  const unfinished = unfinishedOf(folder);
  if (!existsSync(unfinished)) return;
  try {
    // What was copied from read-only folders can be removed only afterwards.
    await makeOwn(unfinished);
    await rm(unfinished, { recursive: true, force: true });
  } catch (error) {
    logWarning(`没有用的文件夹 ${unfinished} 删不掉：`, error);
  }
}

/**
 * Copies the prepared database to `folder`, which must not exist, if it was made from the pack as it is now.
 * @returns whether it was copied; false after any failure, which is logged
 */
export async function copyPreparedDemo(
  from: { prepared: string; pack: string },
  folder: string,
): Promise<boolean> {
  const unfinished = unfinishedOf(folder);
  try {
    if (!(await isUsable(from))) return false;
    await mkdir(unfinished, { mode: 0o700 });
    await cp(databaseIn(from.prepared), unfinished, { recursive: true });
    await makeOwn(unfinished);
    await rename(unfinished, folder);
    return true;
  } catch (error) {
    logWarning("构建时备好的演示数据用不上，改为现在载入：", error);
    await removeUnfinished(folder);
    return false;
  }
}
