import type { FileHandle } from "node:fs/promises";
import { createInflateRaw } from "node:zlib";
import {
  endBytes,
  localBytes,
  type ZipEntry,
  zipDataAt,
  zipDirectory,
  zipEntries,
  zipStandsApart,
} from "./zip";

/** Names and attributes of the files of an archive: what nobody's archive of 200 MB needs more of. */
const directoryMaximum = 16 * 1024 * 1024;
/** What an archive may unpack to, in bytes, and how many times its own size beyond the first 100 MB. */
const unpackedMaximum = 4 * 1024 ** 3;
const timesMaximum = 200;
const freeBytes = 100 * 1024 * 1024;
const chunk = 256 * 1024;

async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

/** How much the data of an entry unpacks to, given up once it is more than its directory says. */
async function unpackedBytes(
  handle: FileHandle,
  { packed, unpacked }: ZipEntry,
  dataAt: number,
): Promise<number> {
  const inflate = createInflateRaw();
  let bytes = 0;
  const feed = async () => {
    for (let at = 0; at < packed && !inflate.destroyed; at += chunk) {
      const piece = await readAt(handle, dataAt + at, Math.min(chunk, packed - at));
      if (!inflate.write(piece))
        await new Promise((resolve) => inflate.once("drain", resolve).once("close", resolve));
    }
    if (!inflate.destroyed) inflate.end();
  };
  const fed = feed().catch((error: Error) => inflate.destroy(error));
  for await (const piece of inflate) {
    bytes += (piece as Buffer).byteLength;
    if (bytes > unpacked) break;
  }
  await fed;
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
  const broken = { problem: "不是完整的 ZIP 压缩包，或结构异常（不支持分卷、加密和 ZIP64）" };
  const tailBytes = Math.min(bytes, endBytes);
  const directory =
    bytes > localBytes ? zipDirectory(await readAt(handle, bytes - tailBytes, tailBytes), bytes) : null;
  if (!directory || directory.length > directoryMaximum) return broken;
  const entries = zipEntries(await readAt(handle, directory.at, directory.length), directory.count);
  if (!entries) return broken;
  const total = entries.reduce((sum, { unpacked }) => sum + unpacked, 0);
  if (total > unpackedMaximum || total > freeBytes + bytes * timesMaximum)
    return { problem: "压缩包解开后太大，像是 ZIP 炸弹" };
  const spans: [from: number, to: number][] = [];
  for (const entry of entries) {
    const local = await readAt(handle, entry.localAt, localBytes);
    const dataAt = zipDataAt(local, entry);
    if (dataAt === null || (entry.method !== 0 && entry.method !== 8)) return broken;
    spans.push([entry.localAt, dataAt + entry.packed]);
  }
  if (!zipStandsApart(spans, directory.at)) return broken;
  for (const [index, entry] of entries.entries()) {
    const dataAt = (spans[index]?.[1] ?? 0) - entry.packed;
    const real =
      entry.method === 0 ? entry.packed : await unpackedBytes(handle, entry, dataAt).catch(() => -1);
    if (real > entry.unpacked) return { problem: "压缩包解开后比它的目录写的大，像是 ZIP 炸弹" };
    if (real !== entry.unpacked) return broken;
  }
  return { entries: entries.map(({ name, unpacked }) => ({ name, bytes: unpacked })) };
}
