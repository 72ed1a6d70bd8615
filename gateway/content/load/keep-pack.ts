import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { desc, eq, notInArray, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { documents, keptPacks } from "../../database/schema";
import type { BinaryFacts } from "../pack/check/binaries";
import { fingerprintOf, type PackFolder } from "../pack/pack-files";
import { parsePack } from "../pack/parse-pack";
import { ContentPackError } from "../pack/problems";
import { usedPaths } from "./files/places";
import { storageName } from "./files/store-files";
import type { CheckedPack } from "./load-result";

const [compress, expand] = [promisify(gzip), promisify(gunzip)];

/** The present pack and the previous one are stored. */
const packsMax = 2;

/** The key of the document with the check of the server's pack, or of the previous pack. */
export const checkDocument = (previous: boolean) => (previous ? "contentCheck:previous" : "contentCheck");

/** The key of the document with the pack that somebody uploaded and nobody loaded or discarded yet. There is one. */
export const uploadDocument = "contentUpload";

/** Its check compared the uploaded pack with another state of the database. */
export async function forgetUploadCheck(database: Database): Promise<void> {
  await database
    .update(documents)
    .set({ value: sql`jsonb_set(${documents.value}, '{check}', 'null'::jsonb)` })
    .where(eq(documents.key, uploadDocument));
}

const entriesOf = (facts: BinaryFacts) =>
  Object.fromEntries(Object.entries(facts).map(([name, map]) => [name, [...map]]));

const factsOf = (facts: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(facts).map(([name, entries]) => [name, new Map(entries as [string, unknown][])]),
  ) as unknown as BinaryFacts;

/**
 * Stores the loaded pack and keeps the previous one, so that the operator can undo a load after the files of the folder
 * changed. The binary files are in the file store already and stay there as long as the pack is stored.
 * @param changed whether the load changed anything; if not, the pack replaces the present one
 */
export async function keepPack(
  database: Database,
  name: string,
  { folder, pack, facts }: CheckedPack,
  { changed, now }: { changed: boolean; now: Date },
): Promise<void> {
  const fingerprint = fingerprintOf(folder);
  const [present] = await database
    .select({ id: keptPacks.id, fingerprint: keptPacks.fingerprint })
    .from(keptPacks)
    .orderBy(desc(keptPacks.id))
    .limit(1);
  if (present?.fingerprint === fingerprint) return;
  if (present && !changed) await database.delete(keptPacks).where(eq(keptPacks.id, present.id));
  const texts = [...folder.texts].map(([path, content]) => [path, content.toString("utf8")]);
  const used = usedPaths(pack, folder.binaries.keys());
  await database.insert(keptPacks).values({
    pack: name,
    fingerprint,
    loadedAt: now,
    facts: entriesOf(facts),
    texts: await compress(JSON.stringify(texts)),
    binaries: used.flatMap((path) => {
      const binary = folder.binaries.get(path);
      return binary ? [{ path, bytes: binary.bytes, sha256: binary.sha256, name: storageName(binary) }] : [];
    }),
  });
  const previous = database
    .select({ id: keptPacks.id })
    .from(keptPacks)
    .orderBy(desc(keptPacks.id))
    .limit(packsMax);
  await database.delete(keptPacks).where(notInArray(keptPacks.id, sql`(${previous})`));
  // The check of the previous pack compared it with another state of the database.
  await database.delete(documents).where(eq(documents.key, checkDocument(true)));
}

/** The name and the load time of the previous pack; null without one. */
export async function previousPack(database: Database): Promise<{ pack: string; loadedAt: Date } | null> {
  const [row] = await database
    .select({ pack: keptPacks.pack, loadedAt: keptPacks.loadedAt })
    .from(keptPacks)
    .orderBy(desc(keptPacks.id))
    .offset(1)
    .limit(1);
  return row ?? null;
}

/** A stored pack as it was loaded, with the names of its stored files. */
interface KeptPack extends CheckedPack {
  name: string;
  binaries: { path: string; name: string }[];
}

/** Reads a stored pack: the present one, or the one before it. Throws ContentPackError when this program rejects it. */
async function readKeptPack(database: Database, back: 0 | 1): Promise<KeptPack | null> {
  const [row] = await database.select().from(keptPacks).orderBy(desc(keptPacks.id)).offset(back).limit(1);
  if (!row) return null;
  const texts = JSON.parse(String(await expand(row.texts))) as [string, string][];
  const folder: PackFolder = {
    texts: new Map(texts.map(([path, content]) => [path, Buffer.from(content)])),
    // These files are in the file store, so they have no path on the disk.
    binaries: new Map(row.binaries.map((binary) => [binary.path, { ...binary, place: "" }])),
    problems: [],
  };
  const { pack, problems } = await parsePack(folder);
  if (!pack) throw new ContentPackError(row.pack, problems);
  return { name: row.pack, folder, pack, facts: factsOf(row.facts), binaries: row.binaries };
}

/** Reads the pack that was loaded last; null when none was. Throws ContentPackError when this program rejects it. */
export const readPresentPack = (database: Database): Promise<KeptPack | null> => readKeptPack(database, 0);

/**
 * Reads the stored previous pack. Throws ContentPackError when there is none, or when this version of the program
 * rejects it.
 */
export async function readPreviousPack(database: Database): Promise<CheckedPack & { name: string }> {
  const kept = await readKeptPack(database, 1);
  if (kept) return kept;
  const message = "没有上一个内容包：还没有装载过第二个";
  throw new ContentPackError("上一个内容包", [{ file: "上一个内容包", message }]);
}
