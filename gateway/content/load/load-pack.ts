import { logWarning } from "contract/base/log";
import { contentLoads } from "../../database/schema";
import { databaseOnly } from "../../files/stores/file-stores";
import { indexCatalogue } from "../../search/index/catalogue";
import { forget } from "../../server/answers";
import { checkBinaries } from "../pack/check/binaries";
import { readPackFolder } from "../pack/pack-files";
import { parsePack } from "../pack/parse-pack";
import { ContentPackError, describeProblem, type Problem } from "../pack/problems";
import { catalogueItems, makeTexts } from "./catalogue/load-catalogue";
import { usedPaths } from "./files/places";
import { storePackFiles } from "./files/store-files";
import { readPreviousPack } from "./keep-pack";
import {
  type CheckedPack,
  type LoadOptions,
  type LoadResult,
  type LoadServices,
  packName,
} from "./load-result";
import { writePack } from "./write-pack";

/** Reads and checks a whole pack. Throws ContentPackError with all problems. */
export async function checkPackFolder(place: string): Promise<CheckedPack> {
  const folder = await readPackFolder(place).catch((error: NodeJS.ErrnoException) => {
    throw new ContentPackError(place, [
      {
        file: place,
        message: error.code === "ENOENT" ? "没有这个文件夹" : `读不了这个文件夹：${error.message}`,
      },
    ]);
  });
  const { pack, problems } = await parsePack(folder);
  if (!pack) throw new ContentPackError(place, problems);
  const wrong: Problem[] = [];
  const facts = await checkBinaries(pack, folder, wrong);
  if (wrong.length > 0) throw new ContentPackError(place, wrong);
  return { folder, pack, facts };
}

/** Rolls back the transaction of a dry run. */
class OnlyTried extends Error {
  constructor(readonly result: LoadResult) {
    super("a dry run writes nothing");
  }
}

/** Stores the problems of a pack for the administrators. */
async function recordFailure(
  services: LoadServices,
  place: string,
  error: ContentPackError,
  accountId?: number,
) {
  const now = services.now();
  await services.database.insert(contentLoads).values({
    accountId: accountId ?? null,
    pack: packName(place),
    fingerprint: "",
    state: "failed",
    changes: {},
    problems: error.problems.slice(0, 200).map(describeProblem),
    createdAt: now,
    finishedAt: now,
  });
}

/**
 * Validates a content pack and loads it, all or nothing (content/README.md). Loading is idempotent by key: it makes
 * sections, classes, moderators, navigation, banners, policies, the tag map and the catalogue equal to the pack. It
 * inserts members, topics and replies whose key does not exist yet, and only with `demo`. It stores files and texts
 * first, in small steps, and then writes the rows in one transaction, which a dry run rolls back.
 * Throws ContentPackError with all problems; then nothing is loaded.
 */
export function loadContentPack(
  services: LoadServices,
  place: string,
  options: LoadOptions,
): Promise<LoadResult> {
  return loadPack(services, place, () => checkPackFolder(place), options);
}

/**
 * Loads the stored previous pack again; its folder is not needed. The members and topics that it inserted still exist.
 * Throws ContentPackError like a load, and when there is no previous pack.
 */
export async function loadPreviousPack(
  services: LoadServices,
  options: Omit<LoadOptions, "demo">,
): Promise<LoadResult & { pack: string }> {
  const { name, ...checked } = await readPreviousPack(services.database);
  const result = await loadPack(services, name, async () => checked, {
    ...options,
    demo: false,
    again: true,
  });
  return { ...result, pack: name };
}

/**
 * Loads a pack that `read` brings.
 * @param place its folder or name, of which the rows have the last part
 */
export async function loadPack(
  services: LoadServices,
  place: string,
  read: () => Promise<CheckedPack>,
  options: LoadOptions,
): Promise<LoadResult> {
  const { dryRun = false, progress = () => undefined } = options;
  try {
    await progress("check", 0, 1);
    const checked = await read();
    await progress("check", 1, 1);
    const { folder, pack, facts } = checked;
    const used = usedPaths(pack, folder.binaries.keys());
    if (!dryRun)
      await storePackFiles({ files: databaseOnly, ...services }, used, folder, facts, (done, total) =>
        progress("files", done, total),
      );
    const items = catalogueItems(pack, folder, facts);
    await makeTexts(services.database, items, (done, total) => progress("texts", done, total));
    await progress("write", 0, 1);
    const result = await services.database
      .transaction(async (database) => {
        const result = await writePack(services, database, place, checked, items, options);
        if (dryRun) throw new OnlyTried(result);
        return result;
      })
      .catch((error: unknown) => {
        if (error instanceof OnlyTried) return error.result;
        throw error;
      });
    // The next start indexes what is left when this fails (backfill.ts).
    if (!dryRun)
      await indexCatalogue(services.texts, services.database).catch((error: unknown) =>
        logWarning("内容已装载，搜索索引还没有补全，下次启动会接着做：", error),
      );
    await progress("write", 1, 1);
    forget(services, { effect: "hides" });
    return result;
  } catch (error) {
    if (error instanceof ContentPackError && !dryRun)
      await recordFailure(services, place, error, options.accountId);
    throw error;
  }
}
