import { setImmediate } from "node:timers/promises";
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

/** How many bytes are packed, which takes a few milliseconds, before other work can run on the thread. */
const turnBytes = 64 * 1024;

/** A file of an archive; its text or bytes come piece by piece, so that a long one is never in memory as a whole. */
export interface Entry {
  name: string;
  text: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
  /** Whether its bytes are packed already, as those of pictures and videos are: they go in as they are. */
  packed?: boolean;
  /** The time of the file; without it now. */
  at?: Date;
}

/** A safe file name on every system, since a title may be `../../x`, `CON` or a line of emoji. */
export function safeName(text: string, maximum = 40): string {
  const plain = text
    .normalize("NFC")
    .replace(/[\p{C}\\/:*?"<>|#%~.\s]+/gu, " ")
    .trim();
  return [...plain].slice(0, maximum).join("").trim() || "无题";
}

/**
 * The archive's bytes, produced on demand: files are read and packed only as their bytes are consumed. A long archive
 * lets other work run on the thread in between.
 */
export async function* zipOf(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else if (chunk.length > 0) ready.push(chunk);
  });
  const encoder = new TextEncoder();
  function* takeChunks() {
    if (failure) throw failure;
    while (ready.length > 0) yield ready.shift() as Uint8Array;
  }
  let sinceTurn = 0;
  for await (const { name, text, packed = false, at } of entries) {
    const file = packed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    if (at) file.mtime = at;
    zip.add(file);
    for await (const part of text) {
      const bytes = typeof part === "string" ? encoder.encode(part) : part;
      file.push(bytes);
      yield* takeChunks();
      sinceTurn += bytes.byteLength;
      if (sinceTurn < turnBytes) continue;
      sinceTurn = 0;
      await setImmediate();
    }
    file.push(new Uint8Array(0), true);
    yield* takeChunks();
  }
  zip.end();
  yield* takeChunks();
}
