import { subtractTime } from "contract/base/time";
import { and, asc, gt, inArray, isNotNull, sql } from "drizzle-orm";
import pLimit from "p-limit";
import { removedObjects } from "../../database/schema";
import type { Services } from "../../server/context";
import { contentTables } from "../storage/content";
import type { FileStore, ListedObject } from "../stores/file-store";
import { namedLocations } from "./removed-objects";

/** A younger object without a row may belong to a running upload. */
const graceHours = 24;
const atOnce = 500;
/** The number of objects that are looked up in parallel. */
const width = 8;

type Checking = Pick<Services, "database" | "files" | "now">;

/** The result of a check. */
export interface FileCheck {
  /** The number of contents in each place. */
  places: Record<string, number>;
  /** The locations of objects that no row names. */
  orphans: string[];
  /** The locations that rows name but that have no object. */
  missing: string[];
}

async function orphansAmong({ database, now }: Checking, { name }: FileStore, objects: ListedObject[]) {
  const before = subtractTime(now(), graceHours, "hour");
  const locations = objects.filter(({ writtenAt }) => writtenAt < before).map(({ key }) => `${name}:${key}`);
  const inUse = await namedLocations(database, locations);
  const free = locations.filter((location) => !inUse.has(location));
  if (free.length === 0) return [];
  const removed = await database
    .select({ location: removedObjects.location })
    .from(removedObjects)
    .where(inArray(removedObjects.location, free));
  const waiting = new Set(removed.map(({ location }) => location));
  return free.filter((location) => !waiting.has(location));
}

async function findOrphans(checking: Checking, found: (orphans: string[]) => void | Promise<void>) {
  for (const store of checking.files.all) {
    let objects: ListedObject[] = [];
    const look = async () => {
      await found(await orphansAmong(checking, store, objects));
      objects = [];
    };
    for await (const object of store.list()) if (objects.push(object) === atOnce) await look();
    await look();
  }
}

async function findMissing({ database, files: stores }: Checking): Promise<string[]> {
  const missing: string[] = [];
  const limit = pLimit(width);
  for (const { table, location } of contentTables) {
    let after = "";
    for (let more = true; more; ) {
      const rows = await database
        .select({ location: sql<string>`${location}` })
        .from(table)
        .where(and(isNotNull(location), gt(location, after)))
        .orderBy(asc(location))
        .limit(atOnce);
      await Promise.all(
        rows.map((row) =>
          limit(async () => {
            const { store, key } = stores.at(row.location);
            if ((await store.size(key)) === null) missing.push(row.location);
          }),
        ),
      );
      after = rows.at(-1)?.location ?? after;
      more = rows.length === atOnce;
    }
  }
  return missing;
}

/** Compares rows and objects without changing anything. Throws StoreAway. */
export async function checkFiles(checking: Checking): Promise<FileCheck> {
  const places: FileCheck["places"] = {};
  for (const { table, location } of contentTables) {
    const place = sql<string>`coalesce(split_part(${location}, ':', 1), 'database')`;
    const rows = await checking.database
      .select({ place, count: sql<number>`count(*)`.mapWith(Number) })
      .from(table)
      .groupBy(place);
    for (const row of rows) places[row.place] = (places[row.place] ?? 0) + row.count;
  }
  const orphans: string[] = [];
  await findOrphans(checking, (found) => void orphans.push(...found));
  return { places, orphans, missing: await findMissing(checking) };
}

/** Removes the objects that no row names, except those of running uploads. Throws StoreAway. @returns how many */
export async function removeOrphans(checking: Checking): Promise<number> {
  let removed = 0;
  await findOrphans(checking, async (orphans) => {
    for (const location of orphans) {
      const { store, key } = checking.files.at(location);
      await store.remove(key);
      removed += 1;
    }
  });
  return removed;
}
