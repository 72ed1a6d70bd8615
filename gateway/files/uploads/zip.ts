const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endLength = 22;
const entryLength = 46;
const localLength = 30;
/** Deflate makes nothing smaller than this share of it. */
const ratioMaximum = 1_040;

/** What an archive's directory says of one of its files. */
export interface ZipEntry {
  name: string;
  /** 0: as it is; 8: deflated. */
  method: number;
  packed: number;
  unpacked: number;
  localAt: number;
}

/** How much of an archive's end holds the record that ends it, with the longest comment. */
export const endBytes = endLength + 0xffff;

/**
 * Where the directory of an archive lies, by the record that ends it: its comment must reach exactly to the
 * end of the file. Null for archives in several volumes and ZIP64.
 * @param tail the last bytes of an archive of `bytes` bytes
 */
export function zipDirectory(
  tail: Buffer,
  bytes: number,
): { at: number; length: number; count: number } | null {
  for (let at = tail.length - endLength; at >= Math.max(0, tail.length - endBytes); at -= 1) {
    if (tail.readUInt32LE(at) !== endSignature || tail.readUInt16LE(at + 20) !== tail.length - at - endLength)
      continue;
    const count = tail.readUInt16LE(at + 10);
    const found = { count, length: tail.readUInt32LE(at + 12), at: tail.readUInt32LE(at + 16) };
    const oneVolume = tail.readUInt32LE(at + 4) === 0 && tail.readUInt16LE(at + 8) === count;
    const fits = found.at + found.length === bytes - tail.length + at;
    return oneVolume && count > 0 && count < 0xffff && fits ? found : null;
  }
  return null;
}

/** Whether a name would be unpacked beside the archive's folder: an absolute path, or one that climbs. */
function climbs(name: string): boolean {
  return /^[\\/]|^[A-Za-z]:|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(name);
}

/**
 * The entries that a directory lists: exactly so many, each with a name, none climbing out of the folder that
 * it is unpacked in, and none unpacking to more than it can. Null for any other.
 */
export function zipEntries(directory: Buffer, count: number): ZipEntry[] | null {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let number = 0; number < count; number += 1) {
    if (at + entryLength > directory.length || directory.readUInt32LE(at) !== entrySignature) return null;
    const nameLength = directory.readUInt16LE(at + 28);
    const next =
      at + entryLength + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    if (next > directory.length || nameLength === 0) return null;
    const name = directory.subarray(at + entryLength, at + entryLength + nameLength);
    if (climbs(name.toString("latin1"))) return null;
    const packed = directory.readUInt32LE(at + 20);
    const unpacked = directory.readUInt32LE(at + 24);
    if (unpacked > (packed + 1) * ratioMaximum) return null;
    entries.push({
      name: name.toString("utf8"),
      method: directory.readUInt16LE(at + 10),
      packed,
      unpacked,
      localAt: directory.readUInt32LE(at + 42),
    });
    at = next;
  }
  return at === directory.length ? entries : null;
}

/** Bytes of the header in front of an entry's data, without its name and extra field. */
export const localBytes = localLength;

/** Where an entry's data begins, by the header in front of it; null where there is none. */
export function zipDataAt(local: Buffer, { localAt }: ZipEntry): number | null {
  if (local.length < localLength || local.readUInt32LE(0) !== localSignature) return null;
  return localAt + localLength + local.readUInt16LE(26) + local.readUInt16LE(28);
}

/**
 * Whether every entry has data of its own in front of the directory: entries that share their data are how a
 * small archive unpacks into terabytes.
 */
export function zipStandsApart(spans: [from: number, to: number][], directoryAt: number): boolean {
  const sorted = [...spans].sort((one, other) => one[0] - other[0]);
  return sorted.every(
    ([from, to], index) => to <= directoryAt && (index === 0 || from >= (sorted[index - 1]?.[1] ?? 0)),
  );
}

/**
 * The entries of a whole ZIP archive, or null for what is none: its central directory lies where its end record says,
 * lists as many entries as it says, each with a local header and data of its own inside the file, and none with a name
 * that climbs out of the folder it is unpacked in. Nothing is unpacked. ZIP64 and archives in several volumes
 * are not taken: below 200 MB nobody needs them.
 */
export function zipEntriesOf(content: Buffer): ZipEntry[] | null {
  if (content.length < endLength + localLength || content.readUInt32LE(0) !== localSignature) return null;
  const directory = zipDirectory(content, content.length);
  const entries =
    directory && zipEntries(content.subarray(directory.at, directory.at + directory.length), directory.count);
  if (!entries) return null;
  const spans: [from: number, to: number][] = [];
  for (const entry of entries) {
    const dataAt = zipDataAt(content.subarray(entry.localAt, entry.localAt + localLength), entry);
    if (dataAt === null) return null;
    spans.push([entry.localAt, dataAt + entry.packed]);
  }
  return zipStandsApart(spans, directory.at) ? entries : null;
}

/** Whether a content is a whole ZIP archive. */
export const isZip = (content: Buffer): boolean => zipEntriesOf(content) !== null;
