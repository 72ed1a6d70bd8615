const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endLength = 22;
const entryLength = 46;
const localLength = 30;
/** Deflate makes nothing smaller than this share of it. */
const ratioMaximum = 1_040;

/** Where the record that ends an archive begins: its comment must reach exactly to the end of the file. */
function endRecordAt(content: Buffer): number | null {
  for (let at = content.length - endLength; at >= Math.max(0, content.length - endLength - 0xffff); at -= 1) {
    if (
      content.readUInt32LE(at) === endSignature &&
      content.readUInt16LE(at + 20) === content.length - at - endLength
    )
      return at;
  }
  return null;
}

/** Whether a name would be unpacked beside the archive's folder: an absolute path, or one that climbs. */
function climbs(name: string): boolean {
  return /^[\\/]|^[A-Za-z]:|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(name);
}

/**
 * Whether a content is a whole ZIP archive: its central directory lies where its end record says, lists as
 * many entries as it says, each with a local header and data of its own inside the file, and none with a name
 * that climbs out of the folder it is unpacked in. Nothing is unpacked. ZIP64 and archives in several volumes
 * are not taken: below 20 MB nobody needs them.
 */
export function isZip(content: Buffer): boolean {
  const end =
    content.length >= endLength + localLength && content.readUInt32LE(0) === localSignature
      ? endRecordAt(content)
      : null;
  if (end === null) return false;
  const count = content.readUInt16LE(end + 10);
  const directoryLength = content.readUInt32LE(end + 12);
  const directoryAt = content.readUInt32LE(end + 16);
  const oneVolume = content.readUInt32LE(end + 4) === 0 && content.readUInt16LE(end + 8) === count;
  if (!oneVolume || count === 0 || count === 0xffff || directoryAt + directoryLength !== end) return false;
  const spans: [from: number, to: number][] = [];
  let at = directoryAt;
  for (let number = 0; number < count; number += 1) {
    if (at + entryLength > end || content.readUInt32LE(at) !== entrySignature) return false;
    const packed = content.readUInt32LE(at + 20);
    const unpacked = content.readUInt32LE(at + 24);
    const nameLength = content.readUInt16LE(at + 28);
    const localAt = content.readUInt32LE(at + 42);
    const next =
      at + entryLength + nameLength + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32);
    if (
      next > end ||
      nameLength === 0 ||
      localAt + localLength > directoryAt ||
      unpacked > (packed + 1) * ratioMaximum
    )
      return false;
    if (content.readUInt32LE(localAt) !== localSignature) return false;
    if (climbs(content.toString("latin1", at + entryLength, at + entryLength + nameLength))) return false;
    const dataAt =
      localAt + localLength + content.readUInt16LE(localAt + 26) + content.readUInt16LE(localAt + 28);
    if (dataAt + packed > directoryAt) return false;
    spans.push([localAt, dataAt + packed]);
    at = next;
  }
  // Entries that share their data are how a small archive unpacks into terabytes.
  spans.sort((one, other) => one[0] - other[0]);
  return at === end && spans.every(([from], index) => index === 0 || from >= (spans[index - 1]?.[1] ?? 0));
}
