import { eq, sql } from "drizzle-orm";
import { documents, sections } from "../../database/schema";
import type { Services } from "../../server/context";
import { readPackFolder } from "../pack/pack-files";
import { loadContentPack } from "./load-pack";
import { type LoadResult, packDocument, packState } from "./load-result";

/**
 * Loads the pack at start when it is needed: the database has no sections yet, or the pack (or the demo
 * setting) is not what was loaded last. Otherwise costs one pass over the pack's files and one query.
 * @returns what was loaded, or null when nothing had to be. Throws ContentPackError for a pack in disorder.
 */
export async function ensureDemo(
  services: Pick<Services, "database" | "texts" | "now" | "settings">,
  folder: string,
): Promise<LoadResult | null> {
  const { demo } = services.settings;
  const files = await readPackFolder(folder).catch(() => null);
  if (files) {
    const [row] = await services.database
      .select({ value: documents.value, filled: sql<boolean>`exists (select 1 from ${sections})` })
      .from(documents)
      .where(eq(documents.key, packDocument(folder)));
    const last = row?.value as Partial<ReturnType<typeof packState>> | undefined;
    const state = packState(files, demo);
    if (row?.filled && last?.fingerprint === state.fingerprint && last.demo === state.demo) return null;
  }
  return loadContentPack(services, folder, { demo });
}
