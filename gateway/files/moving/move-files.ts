import { setTimeout as pause } from "node:timers/promises";
import { logInfo, logWarning } from "contract/base/log";
import { and, asc, eq, gt, isNotNull, isNull, like, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { outerColumn } from "../../database/outer-column";
import { activityFiles, dataExports, files, uploads } from "../../database/schema";
import { transact } from "../../database/transact";
import { type Job, runDueJobs } from "../../jobs";
import type { Services } from "../../server/context";
import { pictureNamePattern } from "../file-types";
import {
  activityContents,
  type ContentTable,
  exportContents,
  fileContents,
  openContent,
} from "../storage/content";
import { StoreAway } from "../stores/file-store";
import { chunkOf } from "../stores/file-stores";
import { writeInside } from "./write-inside";

/** The number of rows in one query. */
const rowsAtOnce = 50;

/** A complete content in a place that is not the target for new files. */
interface Misplaced {
  of: ContentTable;
  id: string | number;
  location: string | null;
  /** The name in the key of its object. */
  name: string;
  type: string;
  bytes: number;
}

/** The condition for contents outside of the target, written as ranges so that an index can be used. */
function elsewhere({ files: stores }: Services, { location }: ContentTable): SQL | undefined {
  const others = (["folder", "s3"] as const).filter((name) => name !== stores.target);
  return or(
    stores.target === "database" ? undefined : isNull(location),
    ...others.map((name) => like(location, `${name}:%`)),
  );
}

/** The size of a file from its content, its row or its upload. Null: the file is not complete yet. */
const fileBytes = sql<
  number | null
>`case when octet_length(${outerColumn(files.content)}) > 0 then octet_length(${outerColumn(files.content)})
  else coalesce(${outerColumn(files.bytes)}, (select max(${uploads.bytes}) from ${uploads} where ${uploads.fileName} = ${outerColumn(files.name)})) end`.mapWith(
  Number,
);

/** The size of an object. Null if the object is lost, which is logged. */
async function sizeOf({ files: stores }: Services, location: string): Promise<number | null> {
  const { store, key } = stores.at(location);
  const bytes = await store.size(key);
  if (bytes === null) logWarning(`[网关] 要搬的文件不见了：${location}`);
  return bytes;
}

type Find = (services: Services, after: string | number | null) => Promise<Misplaced[]>;

const findFiles: Find = async (services, after) => {
  const rows = await services.database
    .select({ id: files.name, location: files.location, type: files.type, bytes: fileBytes })
    .from(files)
    .where(and(elsewhere(services, fileContents), after === null ? undefined : gt(files.name, String(after))))
    .orderBy(asc(files.name))
    .limit(rowsAtOnce);
  return rows.map((row) => ({ ...row, of: fileContents, name: row.id, bytes: row.bytes ?? 0 }));
};
const findActivityFiles: Find = async (services, after) => {
  const { id, location, type, bytes } = activityFiles;
  const rows = await services.database
    .select({ id, location, type, bytes })
    .from(activityFiles)
    .where(and(elsewhere(services, activityContents), after === null ? undefined : gt(id, Number(after))))
    .orderBy(asc(id))
    .limit(rowsAtOnce);
  return rows.map((row) => ({ ...row, of: activityContents, name: "" }));
};
const findExports: Find = async (services, after) => {
  const { key: id, location, bytes } = dataExports;
  const packed = isNotNull(dataExports.readyAt);
  const rows = await services.database
    .select({ id, location, bytes })
    .from(dataExports)
    .where(
      and(packed, elsewhere(services, exportContents), after === null ? undefined : gt(id, String(after))),
    )
    .orderBy(asc(id))
    .limit(rowsAtOnce);
  return rows.map((row) => ({ ...row, of: exportContents, name: ".zip", type: "application/zip" }));
};

/** Yields everything that must be moved. What is added meanwhile is found by the next run. */
async function* misplaced(services: Services): AsyncGenerator<Misplaced> {
  for (const find of [findFiles, findActivityFiles, findExports]) {
    let after: Misplaced["id"] | null = null;
    for (let more = true; more; ) {
      const found: Misplaced[] = await find(services, after);
      for (const one of found) {
        const bytes = one.location === null ? one.bytes : await sizeOf(services, one.location);
        if (bytes !== null && bytes > 0) yield { ...one, bytes };
      }
      after = found.at(-1)?.id ?? null;
      more = found.length === rowsAtOnce;
    }
  }
}

/** The condition that the row still has the location that was read. */
const unchanged = ({ of, id, location }: Misplaced) =>
  and(eq(of.id, id), location === null ? isNull(of.location) : eq(of.location, location));

const set = (database: Database, one: Misplaced, columns: SQL) =>
  database.execute(
    sql`update ${one.of.table} set ${columns} where ${unchanged(one)} returning 1 as moved`,
  ) as unknown as Promise<{
    rows: unknown[];
  }>;

/** The content in chunks. A file that is stored in one row, such as a picture, is one chunk. */
async function contentOf(services: Services, one: Misplaced): Promise<AsyncIterable<Uint8Array>> {
  if (one.location === null && one.of === fileContents && pictureNamePattern.test(String(one.id))) {
    const [row] = await services.database
      .select({ content: files.content })
      .from(files)
      .where(eq(files.name, String(one.id)));
    return chunkOf(row?.content ?? Buffer.alloc(0));
  }
  const body = await openContent(services, one.of, one, 0, one.bytes - 1);
  if (!body) throw new Error(`the object of a stored file is missing: ${one.location}`);
  return body;
}

/** Limits the rate of bytes, checks the size of each content, and throws Stopped when the process ends. */
class Pace {
  private readonly begun = performance.now();
  private moved = 0;

  constructor(
    private readonly bytesASecond: number,
    private readonly stopped: () => boolean,
  ) {}

  async *slowed(content: AsyncIterable<Uint8Array>, expected: number): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const chunk of content) {
      if (this.stopped()) throw new Stopped();
      bytes += chunk.byteLength;
      this.moved += chunk.byteLength;
      yield chunk;
      const due = (this.moved / this.bytesASecond) * 1_000;
      const early = due - (performance.now() - this.begun);
      if (early > 0) await pause(early, undefined, { ref: false });
    }
    if (bytes !== expected) throw new Error(`a stored file has ${bytes} bytes, and not ${expected}`);
  }
}
class Stopped extends Error {}

/** Moves to a store: first writes the object, then changes the row and deletes the old content. */
async function moveOut(services: Services, one: Misplaced, pace: Pace): Promise<boolean> {
  const content = pace.slowed(await contentOf(services, one), one.bytes);
  const location = await services.files.write(one.of.kind, one.name, content, one);
  if (location === null) return false;
  const moved = await transact(services.database, async (inside) => {
    const emptied = one.of === fileContents ? sql`, content = ''::bytea` : sql``;
    const { rows } = await set(inside, one, sql`location = ${location}${emptied}`);
    if (rows.length > 0) await inside.delete(one.of.pieces).where(eq(one.of.owner, one.id));
    return rows.length > 0;
  });
  // The file was deleted meanwhile, or another process has moved it.
  if (!moved) await services.files.drop(location);
  return moved;
}

/** Moves into the database: first writes the content, then changes the row. The object is removed later. */
async function moveIn(services: Services, one: Misplaced, pace: Pace): Promise<boolean> {
  const { database } = services;
  const content = pace.slowed(await contentOf(services, one), one.bytes);
  await writeInside(database, one.of, one.id, content);
  return (await set(database, one, sql`location = null`)).rows.length > 0;
}

/**
 * Moves all other files to the target, one after the other. Readers find each file in one of the two places at any
 * time. A killed process leaves only complete files, and the next one continues. @returns how many files were moved
 */
export async function moveFiles(
  services: Services,
  bytesASecond: number,
  stopped: () => boolean = () => false,
): Promise<number> {
  const pace = new Pace(bytesASecond, stopped);
  const move = services.files.target === "database" ? moveIn : moveOut;
  let moved = 0;
  for await (const one of misplaced(services)) {
    if (stopped()) break;
    try {
      if (await move(services, one, pace)) moved += 1;
    } catch (error) {
      if (stopped()) break;
      if (error instanceof StoreAway) throw error;
      // A lost file must not stop the others from being moved.
      logWarning(`[网关] 文件 ${one.id} 没有搬走：`, error);
    }
  }
  return moved;
}

/** The interval between two searches for files to move. Uploads in pieces are moved after they are complete. */
const lookMilliseconds = 30_000;

/**
 * Moves files in the background as long as there are any, in one process at a time, apart from the gateway's jobs.
 * @returns a function that stops it and waits until it has stopped
 */
export function startMoving(services: Services, bytesASecond: number): () => Promise<void> {
  const { target, all } = services.files;
  if (bytesASecond === 0 || (target === "database" && all.length === 0)) return () => Promise.resolve();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const job: Job = {
    name: "move-files",
    everySeconds: lookMilliseconds / 1_000,
    async run() {
      const moved = await moveFiles(services, bytesASecond, () => stopped);
      if (moved > 0) logInfo(`已把 ${moved} 个文件搬到 ${target}。`);
    },
  };
  let running = Promise.resolve();
  const look = () => {
    running = runDueJobs(services, [job], () => stopped)
      .then(() => undefined)
      .catch((error: unknown) => logWarning("[网关] 这次没有搬文件：", error))
      .finally(() => {
        if (!stopped) timer = setTimeout(look, lookMilliseconds).unref();
      });
  };
  timer = setTimeout(look, 1_000).unref();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
