import { createHash } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { type ArchiveEntry, filePieces, files, imageVariants as variantRows } from "../../../database/schema";
import { type FileType, typeOfName } from "../../../files/file-types";
import { imageVariants } from "../../../files/pictures/image";
import { pieceBytes } from "../../../files/storage/content";
import { needAgain, type Storing, storeFiles, storeOutside } from "../../../files/storage/store";
import { chunkOf } from "../../../files/stores/file-stores";
import { entriesListed } from "../../../files/uploads/zip";
import type { BinaryFacts } from "../../pack/check/binaries";
import type { PackBinary, PackFolder } from "../../pack/pack-files";
import { ContentPackError } from "../../pack/problems";

const endingOf = (path: string) => path.slice(path.lastIndexOf(".") + 1);

/** The storage name of a file of the pack. */
export const storageName = ({ path, sha256 }: PackBinary) => `${sha256.slice(0, 32)}.${endingOf(path)}`;

/** A callback during the storing of files, with the finished bytes and the total. */
export type StoreProgress = (done: number, total: number) => void | Promise<void>;

const changedMeanwhile = (path: string) =>
  new ContentPackError(path, [{ file: path, message: "装载过程中文件变了，请再装载一次" }]);

/** A picture is served in one go: it is stored so, with its smaller widths. */
async function storeRaster(storing: Storing, binary: PackBinary, width: number, height: number) {
  const { database } = storing;
  const content = await readFile(binary.place);
  if (createHash("sha256").update(content).digest("hex") !== binary.sha256)
    throw changedMeanwhile(binary.path);
  const name = storageName(binary);
  const type = typeOfName(name) as FileType;
  const variants = await imageVariants(content, width);
  const names = await storeFiles(
    storing,
    variants.map(({ file }) => file),
  );
  const { bytes, sha256 } = binary;
  const facts = { bytes, sha256, width, height };
  const outside = await storeOutside(storing, { name, type, bytes, content: () => chunkOf(content) });
  await database
    .insert(files)
    .values({ name, type, content: outside ? Buffer.alloc(0) : content, ...facts })
    .onConflictDoUpdate({ target: files.name, set: facts });
  if (variants.length > 0)
    await database
      .insert(variantRows)
      .values(
        variants.map((variant, index) => ({
          fileName: name,
          width: variant.width,
          height: variant.height,
          variantName: names[index] ?? "",
        })),
      )
      .onConflictDoNothing();
}

/** A file of the pack, a piece at a time. Throws where it is not what was checked. */
async function* piecesOf(
  { place, path, bytes, sha256 }: PackBinary,
  onBytes: (bytes: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  const handle = await open(place);
  try {
    for (let at = 0; at < bytes; at += pieceBytes) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(pieceBytes), 0, pieceBytes, at);
      const content = buffer.subarray(0, bytesRead);
      hash.update(content);
      yield content;
      await onBytes(bytesRead);
      // The embedded database never yields to the event loop, so other requests would have to wait.
      await setImmediate();
    }
  } finally {
    await handle.close();
  }
  if (hash.digest("hex") !== sha256) throw changedMeanwhile(path);
}

/** Everything else is stored in pieces, each read from the disk and written by a statement of its own, or outside. */
async function storeInPieces(
  storing: Storing,
  binary: PackBinary,
  entries: ArchiveEntry[] | null,
  onBytes: (bytes: number) => Promise<void>,
) {
  const { database } = storing;
  const name = storageName(binary);
  const type = typeOfName(name) as FileType;
  const { bytes, sha256 } = binary;
  const content = () => piecesOf(binary, onBytes);
  if (!(await storeOutside(storing, { name, type, bytes, content }))) {
    await database
      .insert(files)
      .values({ name, type, content: Buffer.alloc(0) })
      .onConflictDoNothing();
    let number = 0;
    try {
      for await (const piece of content()) {
        await database
          .insert(filePieces)
          .values({ fileName: name, number, content: piece })
          .onConflictDoNothing();
        number += 1;
      }
    } catch (error) {
      if (error instanceof ContentPackError) await database.delete(files).where(eq(files.name, name));
      throw error;
    }
  }
  await database.update(files).set({ bytes, sha256, entries }).where(eq(files.name, name));
}

/** The directory of an archive of the pack, as far as its page lists it; null for other files. */
const entriesOf = ({ archives }: BinaryFacts, path: string) =>
  archives.get(path)?.slice(0, entriesListed) ?? null;

/** Files that earlier releases stored have no directory yet. */
async function addEntries(database: Database, binaries: PackBinary[], facts: BinaryFacts): Promise<void> {
  const archives = binaries.filter(({ path }) => entriesOf(facts, path));
  if (archives.length === 0) return;
  const bare = await database
    .select({ name: files.name })
    .from(files)
    .where(and(inArray(files.name, archives.map(storageName)), isNull(files.entries)));
  const names = new Set(bare.map(({ name }) => name));
  for (const binary of archives.filter((one) => names.has(storageName(one))))
    await database
      .update(files)
      .set({ entries: entriesOf(facts, binary.path) })
      .where(eq(files.name, storageName(binary)));
}

/**
 * Stores the used files of a pack before the rest of the load. It uses no transaction, because a long one would block
 * the embedded database for everybody. Nobody sees a file before a row names it, and the clean-up of unused files
 * deletes a file that no row names. Files that are stored already are skipped.
 */
export async function storePackFiles(
  storing: Storing,
  used: string[],
  { binaries }: Pick<PackFolder, "binaries">,
  facts: BinaryFacts,
  progress: StoreProgress = () => undefined,
): Promise<void> {
  const { database } = storing;
  const binariesToStore = used.flatMap((path) => binaries.get(path) ?? []);
  const stored = await database
    .select({ name: files.name })
    .from(files)
    .where(
      sql`${files.bytes} is not null and ${files.name} in (select json_array_elements_text(${JSON.stringify(binariesToStore.map(storageName))}::json))`,
    );
  const there = new Set(stored.map(({ name }) => name));
  await needAgain(database, [...there]);
  await addEntries(
    database,
    binariesToStore.filter((binary) => there.has(storageName(binary))),
    facts,
  );
  const missing = new Map(
    binariesToStore
      .filter((binary) => !there.has(storageName(binary)))
      .map((binary) => [storageName(binary), binary]),
  );
  const total = [...missing.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  const onBytes = async (bytes: number) => {
    done += bytes;
    await progress(done, total);
  };
  for (const binary of missing.values()) {
    const size = facts.pictures.get(binary.path);
    if (size) {
      await storeRaster(storing, binary, size.width, size.height);
      await onBytes(binary.bytes);
    } else await storeInPieces(storing, binary, entriesOf(facts, binary.path), onBytes);
  }
}
