import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { eq } from "drizzle-orm";
import { files as fileRows } from "../../database/schema";
import type { Services } from "../../server/context";
import { fileContents, openContent } from "./content";

type Reading = Pick<Services, "database" | "files">;

/** The content of a stored file, wherever it is; null if it is lost. */
async function openStored(services: Reading, name: string) {
  const [row] = await services.database
    .select({ location: fileRows.location, bytes: fileRows.bytes, content: fileRows.content })
    .from(fileRows)
    .where(eq(fileRows.name, name));
  if (!row) return null;
  const { location, bytes, content } = row;
  if (location !== null) {
    const { store, key } = services.files.at(location);
    return (await store.read(key))?.body ?? null;
  }
  // A picture is in its row, other files are in pieces.
  if (content.byteLength > 0) return new Blob([new Uint8Array(content)]).stream();
  if (bytes === null) return null;
  return openContent(services, fileContents, { id: name, location }, 0, bytes - 1, { cached: false });
}

/** Writes a stored file to the disk as a stream, and compares its hash with its name. */
export async function copyFile(
  services: Reading,
  name: string,
  place: string,
): Promise<"whole" | "missing" | "incomplete"> {
  const stream = await openStored(services, name);
  if (!stream) return "missing";
  const hash = createHash("sha256");
  const source = Readable.fromWeb(stream as ReadableStream<Uint8Array>);
  source.on("data", (chunk: Uint8Array) => hash.update(chunk));
  await pipeline(source, createWriteStream(place));
  return hash.digest("hex").startsWith(name.slice(0, 32)) ? "whole" : "incomplete";
}
