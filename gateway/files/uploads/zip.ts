import type { FileHandle } from "node:fs/promises";
import { type Entry, fromBufferPromise, fromFdPromise, type ZipFile } from "yauzl";

/** Only ZIP64 archives have more entries than this, and nobody needs them below 200 MB. */
const entriesMaximum = 65_534;
/** The highest compression ratio of Deflate. */
const ratioMaximum = 1_040;
/** The limits of an archive's unpacked size: in bytes, and (beyond 100 MB) as a multiple of the packed size. */
const unpackedMaximum = 4 * 1024 ** 3;
const timesMaximum = 200;
const freeBytes = 100 * 1024 * 1024;

/**
 * Reads the directory of an archive. Throws for an empty archive, for a name that leaves the target folder (checked by
 * yauzl), for an entry with an impossible compression ratio, and for entries that share their data, because such a
 * small archive can unpack into terabytes.
 */
export async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount === 0 || zip.entryCount > entriesMaximum) throw new Error("no entries, or too many");
  const entries: Entry[] = [];
  const spans: { from: number; to: number }[] = [];
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName === "") throw new Error("an entry has no name");
    if (entry.uncompressedSize > (entry.compressedSize + 1) * ratioMaximum)
      throw new Error("an entry says that it unpacks to more than it can");
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    spans.push({ from: entry.relativeOffsetOfLocalHeader, to: fileDataStart + entry.compressedSize });
    entries.push(entry);
  }
  spans.sort((one, other) => one.from - other.from);
  const ends = [0, ...spans.map(({ to }) => to)];
  if (spans.some(({ from }, index) => from < (ends[index] ?? 0)) || (ends.at(-1) ?? 0) > zip.fileSize)
    throw new Error("entries share their data");
  return entries;
}

/** The names in a complete ZIP archive; null for anything else. Nothing is unpacked. */
export async function zipNamesOf(content: Buffer): Promise<string[] | null> {
  try {
    const entries = await entriesOf(await fromBufferPromise(content));
    return entries.map(({ fileName }) => fileName);
  } catch {
    return null;
  }
}

/** Unpacks an entry and counts its bytes. Stops when there are more than the directory says. */
async function unpackedBytes(zip: ZipFile, entry: Entry): Promise<number> {
  let bytes = 0;
  for await (const piece of await zip.openReadStreamPromise(entry)) {
    bytes += (piece as Buffer).byteLength;
    if (bytes > entry.uncompressedSize) break;
  }
  return bytes;
}

/** The number of an archive's entries that its page lists. */
export const entriesListed = 2_000;

type Directory = { entries: { name: string; bytes: number }[] } | { problem: string };

/**
 * Reads the directory of an archive on the disk, or its problem, without loading the archive. Every entry is unpacked
 * and discarded, to check that it is not larger than the directory says.
 */
export const readZipFile = (handle: FileHandle, bytes: number): Promise<Directory> =>
  readZip(() => fromFdPromise(handle.fd, { autoClose: false, validateEntrySizes: false }), bytes);

/** The largest unpacked size of an archive that is uploaded: it is unpacked while its sender waits. */
const uploadUnpackedMaximum = 512 * 1024 * 1024;

/** Like `readZipFile`, for an uploaded archive in memory, which unpacks to less. */
export const readZipBytes = (content: Buffer): Promise<Directory> =>
  readZip(
    () => fromBufferPromise(content, { validateEntrySizes: false }),
    content.byteLength,
    uploadUnpackedMaximum,
  );

/** @param open without yauzl's check of sizes, because yauzl does not tell which one is larger */
async function readZip(
  open: () => Promise<ZipFile>,
  bytes: number,
  most = unpackedMaximum,
): Promise<Directory> {
  try {
    const zip = await open();
    const entries = await entriesOf(zip);
    const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
    if (total > most && most < unpackedMaximum)
      return { problem: `压缩包解开后不能超过 ${most / 1024 ** 2} MB` };
    if (total > most || total > freeBytes + bytes * timesMaximum)
      return { problem: "压缩包解开后太大，像是 ZIP 炸弹" };
    for (const entry of entries) {
      const real = await unpackedBytes(zip, entry);
      if (real > entry.uncompressedSize) return { problem: "压缩包解开后比它的目录写的大，像是 ZIP 炸弹" };
      if (real < entry.uncompressedSize) throw new Error("an entry is cut short");
    }
    return {
      entries: entries.map(({ fileName, uncompressedSize }) => ({ name: fileName, bytes: uncompressedSize })),
    };
  } catch {
    return { problem: "不是完整的 ZIP 压缩包，或结构异常（不支持分卷和加密）" };
  }
}
