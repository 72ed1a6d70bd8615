import { logWarning } from "contract/base/log";
import { and, asc, eq, isNotNull, isNull, lt, max, ne, notExists, or, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { files, fileTextPages, fileTexts, jobs, resourceVersions } from "../database/schema";
import { transact } from "../database/transact";
import { StoreAway } from "../files/stores/file-store";
import type { Job } from "../jobs";
import { documentVersion } from "../search/index/document";
import { finishJob, type JobKind } from "../server/jobs";
import { ThreadNotStarted } from "../workers/thread-pool";
import { type ReadingProgress, type ReadingServices, readFileText } from "./read-file";

interface Payload {
  /** The id in `file_texts`. */
  text: number;
}

/**
 * Reads the text of one file. Where the file cannot be fetched, or no thread runs, it goes on waiting. A process that is killed leaves the pages it has stored, and the next one goes on there. A
 * file that ends its process again and again is given up.
 */
export const readFileTextJob: JobKind<Payload, ReadingProgress> = {
  name: "read-file-text",
  tries: 4,
  forgets: true,
  lane: "readings",
  failure: () => "一份文档的文字没有读完",
  async giveUp({ text }, { database, now }) {
    const [some] = await database
      .select({ id: fileTextPages.id })
      .from(fileTextPages)
      .where(eq(fileTextPages.textId, text))
      .limit(1);
    await database
      .update(fileTexts)
      .set({ state: some ? "cut" : "broken", readAt: now() })
      .where(and(eq(fileTexts.id, text), eq(fileTexts.state, "waiting")));
    // Otherwise the schedule would add the job again for search documents that cannot be written.
    await database.update(fileTexts).set({ documentVersion }).where(eq(fileTexts.id, text));
  },
  async run(job, services) {
    try {
      await readFileText(services, job.payload.text, job);
    } catch (error) {
      if (!(error instanceof ThreadNotStarted || error instanceof StoreAway)) throw error;
      // It says nothing about the file, which waits: the schedule adds its job again.
      logWarning("[网关] 一份文档现在读不了，过几分钟再试：", error);
    }
  },
};

const keyOf = (id: number) => String(id);
/** How many files one statement adds, one load, and one run of the schedule. */
const [atOnce, ofLoad, filesMaximum] = [200, 400, 2_000];

/** Enqueues the reading of these texts. @returns how many had no job yet */
async function enqueueTexts(database: Database, ids: number[], now: Date): Promise<number> {
  if (ids.length === 0) return 0;
  const added = await database
    .insert(jobs)
    .values(
      ids.map((id) => ({
        kind: readFileTextJob.name,
        key: keyOf(id),
        payload: { text: id } satisfies Payload,
        runAt: now,
        createdAt: now,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: jobs.id });
  return added.length;
}

/**
 * Adds the documents that have no text yet, and enqueues their reading, in the transaction that publishes their versions.
 * Files that are not stored (of a dry run) are left out. The newest documents come last, because the search takes later
 * pages for newer ones. @returns how many were added, at most `limit`: the schedule adds the others
 */
export async function enqueueFileTexts(database: Database, now: Date, limit = ofLoad): Promise<number> {
  let count = 0;
  for (;;) {
    const most = Math.min(atOnce, limit - count);
    if (most <= 0) return count;
    const missing = await database
      .select({ fileName: sql<string>`${resourceVersions.fileName}` })
      .from(resourceVersions)
      .innerJoin(files, and(eq(files.name, resourceVersions.fileName), isNotNull(files.bytes)))
      .where(
        and(
          eq(resourceVersions.fileType, "pdf"),
          isNull(resourceVersions.delistedAt),
          ne(resourceVersions.state, "withdrawn"),
          notExists(
            database
              .select({ id: fileTexts.id })
              .from(fileTexts)
              .where(eq(fileTexts.fileName, resourceVersions.fileName)),
          ),
        ),
      )
      .groupBy(resourceVersions.fileName)
      .orderBy(asc(max(resourceVersions.date)), asc(resourceVersions.fileName))
      .limit(most);
    if (missing.length === 0) return count;
    const added = await database
      .insert(fileTexts)
      .values(missing.map(({ fileName }) => ({ fileName, documentVersion, createdAt: now })))
      .onConflictDoNothing()
      .returning({ id: fileTexts.id });
    await enqueueTexts(
      database,
      added.map(({ id }) => id),
      now,
    );
    count += added.length;
    // Another process has added the others meanwhile.
    if (added.length === 0) return count;
  }
}

/**
 * Every few minutes: files of versions that nobody enqueued, because they were there before their texts were read, or came
 * with an import; and texts whose search documents are of an earlier version.
 */
export const fileTextsJob: Job = {
  name: "file-texts",
  everySeconds: 300,
  async run({ database, now, wakeJobs }) {
    const count = await transact(database, async (inside) => {
      // A waiting file has its job, unless an operator removed it: then this adds it again.
      const open = await inside
        .select({ id: fileTexts.id })
        .from(fileTexts)
        .where(
          and(
            or(lt(fileTexts.documentVersion, documentVersion), eq(fileTexts.state, "waiting")),
            notExists(
              inside
                .select({ id: jobs.id })
                .from(jobs)
                .where(and(eq(jobs.kind, readFileTextJob.name), eq(jobs.key, sql`${fileTexts.id}::text`))),
            ),
          ),
        )
        .orderBy(asc(fileTexts.id))
        .limit(filesMaximum);
      let added = 0;
      for (let at = 0; at < open.length; at += atOnce)
        added += await enqueueTexts(
          inside,
          open.slice(at, at + atOnce).map(({ id }) => id),
          now(),
        );
      return added + (await enqueueFileTexts(inside, now(), filesMaximum));
    });
    if (count > 0) wakeJobs();
  },
};

/** Reads all waiting files now, for a database that nobody uses yet. @returns how many were read */
export async function readWaitingFiles(services: ReadingServices): Promise<number> {
  const { database } = services;
  const waiting = await database
    .select({ id: fileTexts.id })
    .from(fileTexts)
    .where(eq(fileTexts.state, "waiting"))
    .orderBy(asc(fileTexts.id));
  for (const { id } of waiting) {
    await readFileText(services, id, { keep: async () => undefined, checkStop: () => undefined });
    await finishJob(database, readFileTextJob, keyOf(id));
  }
  return waiting.length;
}
