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

/** The pack in force, and the one before it. */
const packsKept = 2;

/** Where the checks of the server's pack and of the one before are kept. */
export const checkDocument = (previous: boolean) => (previous ? "contentCheck:previous" : "contentCheck");

const entriesOf = (facts: BinaryFacts) =>
  Object.fromEntries(Object.entries(facts).map(([name, map]) => [name, [...map]]));

const factsOf = (kept: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(kept).map(([name, entries]) => [name, new Map(entries as [string, unknown][])]),
  ) as unknown as BinaryFacts;

/**
 * Keeps a pack that was loaded, and the one before it: what a load takes down can be had back although its
 * folder has other files by now. Its files lie in the store already, and stay there as long as it is kept.
 * @param changed whether the load changed anything; a pack that says the same as the one in force takes its place
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
  const kept = database
    .select({ id: keptPacks.id })
    .from(keptPacks)
    .orderBy(desc(keptPacks.id))
    .limit(packsKept);
  await database.delete(keptPacks).where(notInArray(keptPacks.id, sql`(${kept})`));
  // What it was found to change, it would change of another pack.
  await database.delete(documents).where(eq(documents.key, checkDocument(true)));
}

/** What is known of the pack that was in force before the present one; null where none was. */
export async function previousPack(database: Database): Promise<{ pack: string; loadedAt: Date } | null> {
  const [row] = await database
    .select({ pack: keptPacks.pack, loadedAt: keptPacks.loadedAt })
    .from(keptPacks)
    .orderBy(desc(keptPacks.id))
    .offset(1)
    .limit(1);
  return row ?? null;
}

/**
 * The pack that was in force before the present one, as it was. Throws ContentPackError where there is none,
 * or where this version of the program takes it no longer.
 */
export async function readPreviousPack(database: Database): Promise<CheckedPack & { name: string }> {
  const [row] = await database.select().from(keptPacks).orderBy(desc(keptPacks.id)).offset(1).limit(1);
  if (!row) {
    const message = "没有上一个内容包：还没有装载过第二个";
    throw new ContentPackError("上一个内容包", [{ file: "上一个内容包", message }]);
  }
  const texts = JSON.parse(String(await expand(row.texts))) as [string, string][];
  const folder: PackFolder = {
    texts: new Map(texts.map(([path, content]) => [path, Buffer.from(content)])),
    // They lie in the store alone: nobody reads them from a disk.
    binaries: new Map(row.binaries.map((binary) => [binary.path, { ...binary, place: "" }])),
    problems: [],
  };
  const { pack, problems } = parsePack(folder);
  if (!pack) throw new ContentPackError(row.pack, problems);
  return { name: row.pack, folder, pack, facts: factsOf(row.facts) };
}
