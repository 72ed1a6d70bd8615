import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Entry, safeName, zipOf } from "../../files/storage/write-zip";
import type { Services } from "../../server/context";
import { storageName, storePackFiles } from "../load/files/store-files";
import type { BinaryFacts } from "../pack/check/binaries";
import { isPackText, type PackBinary } from "../pack/pack-files";
import { ContentExportError } from "./export-pack";

/** Programs of every age open archives up to this size, and the database counts a file's bytes as far. */
const archiveBytesMax = 2 ** 31 - 1;

type Progress = (done: number, total: number) => void | Promise<void>;

/** The files of a pack's folder as entries, within one folder that has the pack's name. */
async function* entriesOf(folder: string, top: string, at: Date, progress: Progress): AsyncGenerator<Entry> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const places = found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  for (const [index, place] of places.sort().entries()) {
    const path = place.slice(folder.length + 1).replaceAll("\\", "/");
    const text = createReadStream(place) as AsyncIterable<Uint8Array>;
    yield { name: `${top}/${path}`, text, packed: !isPackText(path), at };
    await progress(index + 1, places.length);
  }
}

/**
 * Packs a folder as a ZIP, on the disk, since a pack may have videos. Throws ContentExportError when it is too large.
 * @param at the time of its files: the same folder always makes the same archive
 */
export async function archiveFolder(
  { folder, name, at }: { folder: string; name: string; at: Date },
  place: string,
  progress: Progress,
): Promise<PackBinary> {
  const hash = createHash("sha256");
  let bytes = 0;
  async function* counted() {
    for await (const chunk of zipOf(entriesOf(folder, safeName(name), at, progress))) {
      bytes += chunk.byteLength;
      if (bytes > archiveBytesMax)
        throw new ContentExportError(
          "内容包超过 2 GB，不能写成一个 ZIP。请管服务器的人用 npm run content:export 写成文件夹",
        );
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(Readable.from(counted()), createWriteStream(place));
  return { path: "pack.zip", place, bytes, sha256: hash.digest("hex") };
}

/** Stores an archive like a pack's files, a piece at a time. @returns its stored name */
export async function storeArchive(
  services: Pick<Services, "database" | "files">,
  archive: PackBinary,
  progress: Progress,
): Promise<string> {
  const binaries = new Map([[archive.path, archive]]);
  const facts: BinaryFacts = {
    pictures: new Map(),
    archives: new Map(),
    videos: new Map(),
    captions: new Map(),
    captionPlaces: new Map(),
  };
  await storePackFiles(services, [archive.path], { binaries }, facts, progress);
  return storageName(archive);
}
