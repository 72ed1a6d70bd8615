import { recogniseStores } from "gateway/files/moving/recognise-stores";
import type { FileStore } from "gateway/files/stores/file-store";
import { StoreProblem } from "gateway/files/stores/file-store";
import { FileStores } from "gateway/files/stores/file-stores";
import { createFolderStore } from "gateway/files/stores/folder-store";
import { measured } from "gateway/files/stores/measured";
import { createS3Store } from "gateway/files/stores/s3-store";
import { makeDataFolder } from "../data/data-folder";
import type { Environment } from "../environment";
import { StartError } from "../start-error";

const explain = (error: unknown): never => {
  throw error instanceof StoreProblem ? new StartError(error.message) : error;
};

/**
 * Opens and tests the folder and bucket that the environment names. Throws StartError with the reason if one cannot be
 * used.
 */
export async function openFileStores({ files, dataDir }: Environment): Promise<FileStores> {
  const { folder, s3, target } = files;
  if (folder?.startsWith(dataDir)) makeDataFolder(dataDir);
  const stores: FileStore[] = [
    ...(folder === null ? [] : [createFolderStore(folder)]),
    ...(s3 === null ? [] : [createS3Store(s3)]),
  ];
  for (const store of stores) await store.check().catch(explain);
  return new FileStores(stores.map(measured), target);
}

/** Like `recogniseStores`, but throws StartError with the reason. */
export const recogniseFileStores = (...of: Parameters<typeof recogniseStores>): Promise<void> =>
  recogniseStores(...of).catch(explain);
