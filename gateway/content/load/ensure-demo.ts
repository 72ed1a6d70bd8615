import { eq, sql } from "drizzle-orm";
import { documents, keptPacks, sections } from "../../database/schema";
import type { Services } from "../../server/context";
import { type PackFolder, readPackFolder } from "../pack/pack-files";
import { keepPack } from "./keep-pack";
import { checkPackFolder, loadContentPack } from "./load-pack";
import { type LoadProgress, type LoadResult, packDocument, packName, packState } from "./load-result";

type Loading = Pick<Services, "database" | "texts" | "now" | "settings">;

/** Whether the folder's files are the same as in the last load from it. */
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
 * Stores the present pack at a start when an older version of the program loaded it without storing it. So the
 * operator can also undo the first load afterwards. Costs one query when the pack is stored already.
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
 * Loads the pack at a start when the database has no sections yet, or when the pack or the demo setting changed since
 * the last load. Otherwise it reads the pack's files once and makes one query.
 * @param progress see LoadOptions
 * @returns the result of the load, or null when no load was necessary. Throws ContentPackError for an invalid pack.
 */
export async function ensureDemo(
  services: Loading,
  folder: string,
  progress?: LoadProgress,
): Promise<LoadResult | null> {
  const files = await readPackFolder(folder).catch(() => null);
  if (files && (await isLoaded(services, folder, files))) {
    await keepLoadedPack(services, folder);
    return null;
  }
  return loadContentPack(services, folder, { demo: services.settings.demo, progress });
}
