import { setTimeout as pause } from "node:timers/promises";
import { logInfo, logWarning } from "contract/base/log";
import { and, asc, eq, gt, isNotNull, isNull, like, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
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

/** Rows looked for at once. */
const rowsAtOnce = 50;

/** A content that is there whole and lies where new ones do not go. */
interface Misplaced {
  of: ContentTable;
  id: string | number;
  location: string | null;
  /** What its object is called after. */
  name: string;
  type: string;
  bytes: number;
}

/** Where new contents do not go, as ranges that an index finds. */
function elsewhere({ files: stores }: Services, { location }: ContentTable): SQL | undefined {
  const others = (["folder", "s3"] as const).filter((name) => name !== stores.target);
  return or(
    stores.target === "database" ? undefined : isNull(location),
    ...others.map((name) => like(location, `${name}:%`)),
  );
}

/** The bytes of a file as its row, its upload or its content says. A file without is not there whole yet. */
const fileBytes = sql<
  number | null
>`case when octet_length(${files.content}) > 0 then octet_length(${files.content})
  else coalesce(${files.bytes}, (select max(${uploads.bytes}) from ${uploads} where ${uploads.fileName} = ${files.name})) end`.mapWith(
  Number,
);

/** An object's bytes; null, and a line in the log, where it is lost. */
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

/** Everything that is to be moved, once; what comes to be there meanwhile is found the next time. */
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

/** The row, where it is still as it was read. */
const unchanged = ({ of, id, location }: Misplaced) =>
  and(eq(of.id, id), location === null ? isNull(of.location) : eq(of.location, location));

const set = (database: Database, one: Misplaced, columns: SQL) =>
  database.execute(
    sql`update ${one.of.table} set ${columns} where ${unchanged(one)} returning 1 as moved`,
  ) as unknown as Promise<{
    rows: unknown[];
  }>;

/** The whole content as it comes; a file that is one row's, such as a picture, in one. */
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

/** Counts bytes, slows them down to a rate, and ends where the process does. */
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

/** Out of the database or of another store: first the object, then the row, then what was there before. */
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
  // It was deleted meanwhile, or another process has moved it.
  if (!moved) await services.files.drop(location);
  return moved;
}

/** Into the database: first the content, then the row says so; the object goes after it. */
async function moveIn(services: Services, one: Misplaced, pace: Pace): Promise<boolean> {
  const { database } = services;
  const content = pace.slowed(await contentOf(services, one), one.bytes);
  await writeInside(database, one.of, one.id, content);
  return (await set(database, one, sql`location = null`)).rows.length > 0;
}

/**
 * Moves what lies elsewhere to where new files go, one file after another. Whoever reads meanwhile finds each in one of the
 * two places; a process that is killed leaves whole ones, and the next goes on. @returns how many were moved
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
      // One that is lost keeps no other from being moved.
      logWarning(`[网关] 文件 ${one.id} 没有搬走：`, error);
    }
  }
  return moved;
}

/** How often it is looked whether something is to be moved: what comes in pieces is moved after it. */
const lookMilliseconds = 30_000;

/**
 * Moves files beside the gateway's work and beside its jobs, in one process at a time, for as long as there are any.
 * @returns what stops it, and waits until it has stopped.
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
