import { logWarning } from "contract/base/log";
import { subtractTime } from "contract/base/time";
import { and, asc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { removedObjects } from "../../database/schema";
import type { Job } from "../../jobs";
import { contentTables } from "../storage/content";
import { StoreAway } from "../stores/file-store";

/** How long an object stays after its row is deleted, because somebody may be reading it or have its address. */
const graceMinutes = 60;
const atOnce = 200;

/** The advisory lock of objects. Backups share it; the removal of objects needs it exclusively. */
export const objectsLock = 7_261_011;

/** Returns which of the locations a row still names. */
export async function namedLocations(database: Database, locations: string[]): Promise<Set<string>> {
  const inUse = new Set<string>();
  if (locations.length === 0) return inUse;
  for (const { table, location } of contentTables) {
    const rows = await database
      .select({ location: sql<string>`${location}` })
      .from(table)
      .where(inArray(location, locations));
    for (const row of rows) inUse.add(row.location);
  }
  return inUse;
}

/** Removes the objects whose rows are deleted. If a store does not answer, its objects are removed the next time. */
export const removeObjectsJob: Job = {
  name: "remove-objects",
  everySeconds: 60,
  async run({ database, files: stores, now }) {
    const before = subtractTime(now(), graceMinutes, "minute");
    for (const { name } of stores.all) {
      const mine = sql`starts_with(${removedObjects.location}, ${`${name}:`})`;
      for (let more = true; more && !stores.isHeld; ) {
        const rows = await database
          .select({ location: removedObjects.location })
          .from(removedObjects)
          .where(and(lt(removedObjects.removedAt, before), mine))
          .orderBy(asc(removedObjects.removedAt))
          .limit(atOnce);
        more = rows.length === atOnce;
        const inUse = await namedLocations(
          database,
          rows.map(({ location }) => location),
        );
        for (const { location } of rows) {
          if (await isBackedUp(database)) return;
          const { store, key } = stores.at(location);
          try {
            if (!inUse.has(location)) await store.remove(key);
          } catch (error) {
            if (!(error instanceof StoreAway)) throw error;
            logWarning(`[网关] ${name} 里没有用的文件暂时删不掉：`, error);
            return;
          }
          await database.delete(removedObjects).where(eq(removedObjects.location, location));
        }
      }
    }
  },
};

/** Whether a backup in another process is reading objects. It may need objects whose rows are deleted now. */
async function isBackedUp(database: Database): Promise<boolean> {
  const { rows } = (await database.execute(
    sql`select pg_try_advisory_xact_lock(${objectsLock}) as free`,
  )) as unknown as { rows: { free: boolean }[] };
  return rows[0]?.free !== true;
}
