import { eq, sql } from "drizzle-orm";
import { documents, keptPacks, sections } from "../../database/schema";
import type { Services } from "../../server/context";
import { type PackFolder, readPackFolder } from "../pack/pack-files";
import { keepPack } from "./keep-pack";
import { checkPackFolder, loadContentPack } from "./load-pack";
import { type LoadResult, packDocument, packName, packState } from "./load-result";

type Loading = Pick<Services, "database" | "texts" | "now" | "settings">;

/** Whether a folder's files are what was loaded last from it. */
async function isLoaded(
  { database, settings: { demo } }: Loading,
  folder: string,
  files: PackFolder,
): Promise<boolean> {
  const [row] = await database
    .select({ value: documents.value, filled: sql<boolean>`exists (select 1 from ${sections})` })
    .from(documents)
    .where(eq(documents.key, packDocument(folder)));
  const last = row?.value as Partial<ReturnType<typeof packState>> | undefined;
  const state = packState(files, demo);
  return Boolean(row?.filled) && last?.fingerprint === state.fingerprint && last.demo === state.demo;
}

/**
 * At a start, keeps the pack in force where a version of the program loaded it that kept none: the first load
 * afterwards can be taken back too. Costs a query where there is one.
 */
export async function keepLoadedPack(services: Loading, folder: string): Promise<void> {
  const { database, now } = services;
  if ((await database.$count(keptPacks)) > 0) return;
  const files = await readPackFolder(folder).catch(() => null);
  if (!files || !(await isLoaded(services, folder, files))) return;
  const checked = await checkPackFolder(folder).catch(() => null);
  if (checked) await keepPack(database, packName(folder), checked, { changed: false, now: now() });
}

/**
 * Loads the pack at start when it is needed: the database has no sections yet, or the pack (or the demo
 * setting) is not what was loaded last. Otherwise costs one pass over the pack's files and one query.
 * @returns what was loaded, or null when nothing had to be. Throws ContentPackError for a pack in disorder.
 */
export async function ensureDemo(services: Loading, folder: string): Promise<LoadResult | null> {
  const files = await readPackFolder(folder).catch(() => null);
  if (files && (await isLoaded(services, folder, files))) {
    await keepLoadedPack(services, folder);
    return null;
  }
  return loadContentPack(services, folder, { demo: services.settings.demo });
}
