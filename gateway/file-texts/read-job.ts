import { and, asc, eq, isNotNull, isNull, lt, ne, notExists, or, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { files, fileTextPages, fileTexts, resourceVersions } from "../database/schema";
import { transact } from "../database/transact";
import type { Job } from "../jobs";
import { documentVersion } from "../search/index/document";
import { enqueue, finishJob, type JobKind } from "../server/jobs";
import { type ReadingProgress, type ReadingServices, readFileText } from "./read-file";

interface Payload {
  /** The id in `file_texts`. */
  text: number;
}

/**
 * Reads the text of one file. A process that is killed leaves the pages it has stored, and the next one goes on there. A
 * file that ends its process again and again is given up.
 */
export const readFileTextJob: JobKind<Payload, ReadingProgress> = {
  name: "read-file-text",
  tries: 4,
  forgets: true,
  long: true,
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
  },
  run: (job, services) => readFileText(services, job.payload.text, job),
};

const keyOf = (id: number) => String(id);
/** How many files one statement adds, and one run of the schedule. */
const [atOnce, filesMaximum] = [200, 2_000];

/**
 * Adds the documents that have no text yet, and enqueues their reading, in the transaction that publishes their versions.
 * Files that are not stored (of a dry run) are left out. @returns how many were added, at most `limit`
 */
export async function enqueueFileTexts(database: Database, now: Date, limit?: number): Promise<number> {
  let count = 0;
  for (;;) {
    const most = Math.min(atOnce, (limit ?? Number.POSITIVE_INFINITY) - count);
    if (most <= 0) return count;
    const missing = await database
      .selectDistinct({ fileName: sql<string>`${resourceVersions.fileName}` })
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
      .orderBy(asc(resourceVersions.fileName))
      .limit(most);
    if (missing.length === 0) return count;
    const added = await database
      .insert(fileTexts)
      .values(missing.map(({ fileName }) => ({ fileName, documentVersion, createdAt: now })))
      .onConflictDoNothing()
      .returning({ id: fileTexts.id });
    for (const { id } of added)
      await enqueue(database, readFileTextJob, { text: id }, { at: now, key: keyOf(id) });
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
        .where(or(lt(fileTexts.documentVersion, documentVersion), eq(fileTexts.state, "waiting")))
        .limit(filesMaximum);
      let added = 0;
      for (const { id } of open)
        if (await enqueue(inside, readFileTextJob, { text: id }, { at: now(), key: keyOf(id) })) added += 1;
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
