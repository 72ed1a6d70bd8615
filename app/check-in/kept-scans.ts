import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { KeptScan } from "./wire";

interface ScansDatabase extends DBSchema {
  scans: { key: string; value: KeptScan; indexes: { activity: number; signup: [number, number] } };
}

let opened: Promise<IDBPDatabase<ScansDatabase>> | undefined;

function database(): Promise<IDBPDatabase<ScansDatabase>> {
  opened ??= openDB<ScansDatabase>("check-in", 1, {
    upgrade(fresh) {
      const scans = fresh.createObjectStore("scans", { keyPath: "nonce" });
      scans.createIndex("activity", "activityId");
      scans.createIndex("signup", ["activityId", "signupId"]);
    },
  });
  return opened;
}

/** The scans of an activity that are stored on this device. */
export const scansOf = async (activityId: number): Promise<KeptScan[]> =>
  (await database()).getAllFromIndex("scans", "activity", activityId);

/**
 * Stores a scan until the device is online, only the first of each person.
 * @returns the scan that was stored before; undefined when this is the first
 */
export async function keepScan(scan: KeptScan): Promise<KeptScan | undefined> {
  const change = (await database()).transaction("scans", "readwrite");
  const before = await change.store.index("signup").get([scan.activityId, scan.signupId]);
  if (!before) await change.store.put(scan);
  await change.done;
  return before;
}

/** Deletes scans that were sent to the portal. */
export async function forgetScans(nonces: readonly string[]): Promise<void> {
  const change = (await database()).transaction("scans", "readwrite");
  await Promise.all([...nonces.map((nonce) => change.store.delete(nonce)), change.done]);
}
