import type { FileHandle } from "node:fs/promises";
import { type Entry, fromBufferPromise, fromFdPromise, type ZipFile } from "yauzl";

/** More entries than this are only in ZIP64 archives, which nobody needs below 200 MB. */
const entriesMaximum = 65_534;
/** Deflate makes nothing smaller than this share of it. */
const ratioMaximum = 1_040;
/** What an archive may unpack to, in bytes, and how many times its own size beyond the first 100 MB. */
const unpackedMaximum = 4 * 1024 ** 3;
const timesMaximum = 200;
const freeBytes = 100 * 1024 * 1024;

/**
 * What an archive lists. Throws for an empty one, for a name that leaves the folder it is unpacked in (by yauzl), for
 * an entry that says it unpacks to more than it can, and for entries without data of their own: those that share their
 * data are how a small archive unpacks into terabytes.
 */
async function entriesOf(zip: ZipFile): Promise<Entry[]> {
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

/** The names in a whole ZIP archive, or null for what is none. Nothing is unpacked. */
export async function zipNamesOf(content: Buffer): Promise<string[] | null> {
  try {
    const entries = await entriesOf(await fromBufferPromise(content));
    return entries.map(({ fileName }) => fileName);
  } catch {
    return null;
  }
}

/** How much an entry unpacks to, given up once it is more than its directory says. */
async function unpackedBytes(zip: ZipFile, entry: Entry): Promise<number> {
  let bytes = 0;
  for await (const piece of await zip.openReadStreamPromise(entry)) {
    bytes += (piece as Buffer).byteLength;
    if (bytes > entry.uncompressedSize) break;
  }
  return bytes;
}

/**
 * Reads an archive on the disk without holding it: what it lists, or what is wrong with it. Every entry is
 * unpacked to nowhere, so that none holds more than its directory says.
 */
export async function readZipFile(
  handle: FileHandle,
  bytes: number,
): Promise<{ entries: { name: string; bytes: number }[] } | { problem: string }> {
  try {
    // The sizes are compared here, where it is known which way they differ.
    const zip = await fromFdPromise(handle.fd, { autoClose: false, validateEntrySizes: false });
    const entries = await entriesOf(zip);
    const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
    if (total > unpackedMaximum || total > freeBytes + bytes * timesMaximum)
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
