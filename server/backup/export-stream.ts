import { createHash } from "node:crypto";
import type { OpenDatabase } from "gateway/database/open";
import { ExportProblem, manifestName } from "gateway/export/format";
import { type ExportSink, writeExport } from "gateway/export/write-export";
import type { FileStores } from "gateway/files/stores/file-stores";

/**
 * An export on its way from the process that has the database to the one that writes the folder: lines with the name of
 * their file and a tab before them; a content is lines of base64 after a tab, and ends with a line of a tab alone.
 */

/** Bytes in one line, before base64. */
const lineBytes = 192 * 1024;

/** Writes an export as such lines. */
export async function sendExport(
  open: OpenDatabase,
  stores: FileStores,
  options: { withPasswords: boolean; now: Date },
  write: (line: string) => Promise<void>,
): Promise<void> {
  const sink: ExportSink = {
    line: (file, line) => write(`${file}\t${line}`),
    async content(parts) {
      const hash = createHash("sha256");
      let bytes = 0;
      for await (const part of parts) {
        hash.update(part);
        bytes += part.byteLength;
        for (let at = 0; at < part.byteLength; at += lineBytes)
          await write(`\t${Buffer.from(part.subarray(at, at + lineBytes)).toString("base64")}`);
      }
      await write("\t");
      return { sha256: hash.digest("hex"), bytes };
    },
  };
  await writeExport(open, stores, sink, options);
}

/** Reads such lines into a sink. Throws ExportProblem when they end before the export does. */
export async function receiveExport(lines: AsyncIterable<string>, sink: ExportSink): Promise<void> {
  const reader = lines[Symbol.asyncIterator]();
  const cutOff = () => new ExportProblem("导出中断了，没有写完：原因在门户的日志里。");
  const take = async (): Promise<string | undefined> => {
    const next = await reader.next().catch(() => {
      throw cutOff();
    });
    return next.done ? undefined : next.value;
  };
  async function* parts(first: string): AsyncGenerator<Uint8Array> {
    for (let line: string | undefined = first; line !== "\t"; line = await take()) {
      if (line === undefined) throw cutOff();
      yield Buffer.from(line.slice(1), "base64");
    }
  }
  let isWhole = false;
  for (let line = await take(); line !== undefined; line = await take()) {
    if (line.startsWith("\t")) {
      await sink.content(parts(line));
      continue;
    }
    const tab = line.indexOf("\t");
    const file = line.slice(0, tab);
    await sink.line(file, line.slice(tab + 1));
    isWhole = file === manifestName;
  }
  if (!isWhole) throw cutOff();
}
