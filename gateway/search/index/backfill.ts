import { setTimeout as pause } from "node:timers/promises";
import { logInfo, logWarning } from "contract/base/log";
import { catalogueKinds } from "contract/search/constants";
import { eq, max } from "drizzle-orm";
import { isDatabaseAway } from "../../database/failures";
import type { Database } from "../../database/open";
import { documents, posts, topics } from "../../database/schema";
import { transact } from "../../database/transact";
import { type Job, runDueJobs } from "../../jobs";
import type { Services } from "../../server/context";
import { indexCatalogue, indexCatalogueAfter } from "./catalogue";
import { documentVersion } from "./document";
import { documentsAfter } from "./index-rows";

/** The progress of writing documents for existing texts. */
interface Progress {
  version: number;
  /**
   * The last finished topic and reply. `lastTopic` and `lastPost` are the end: later rows get their document when their
   * text is written.
   */
  topic: number;
  post: number;
  lastTopic: number;
  lastPost: number;
  /** The present kind of the catalogue, and its last finished row. */
  kind: number;
  row: number;
}

const key = "search-documents";
const atOnce = 100;

async function readProgress(database: Database): Promise<Partial<Progress> | undefined> {
  const [row] = await database
    .select({ value: documents.value })
    .from(documents)
    .where(eq(documents.key, key));
  return row?.value as Partial<Progress> | undefined;
}

async function writeProgress(database: Database, value: Progress, now: Date): Promise<void> {
  await database
    .insert(documents)
    .values({ key, value, updatedAt: now })
    .onConflictDoUpdate({ target: documents.key, set: { value, updatedAt: now } });
}

/** @param first whether there was no older version of documents, so that the catalogue's documents are current */
async function begin(database: Database, first: boolean, now: Date): Promise<Progress> {
  const [topic] = await database.select({ id: max(topics.id) }).from(topics);
  const [post] = await database.select({ id: max(posts.id) }).from(posts);
  const progress = {
    version: documentVersion,
    topic: 0,
    post: 0,
    lastTopic: topic?.id ?? 0,
    lastPost: post?.id ?? 0,
    kind: first ? catalogueKinds.length : 0,
    row: 0,
  };
  await writeProgress(database, progress, now);
  return progress;
}

/** Does one step, and stores the progress in the transaction that writes; null when everything is done. */
async function step(
  { database, texts, now }: Pick<Services, "database" | "texts" | "now">,
  progress: Progress,
): Promise<{ next: Progress; rows: number } | null> {
  const { topic, post, lastTopic, lastPost, row } = progress;
  // Fewer rows than requested means that this was the end.
  const reached = (done: number[]) => (done.length < atOnce ? undefined : done.at(-1));
  const kind = catalogueKinds[progress.kind];
  // The catalogue comes first: it is smaller, and visitors search it most.
  if (kind)
    return transact(database, async (inside) => {
      const done = await indexCatalogueAfter(texts, inside, kind, row, atOnce, "all");
      const last = reached(done);
      const place = last === undefined ? { kind: progress.kind + 1, row: 0 } : { row: last };
      const next = { ...progress, ...place };
      await writeProgress(inside, next, now());
      return { next, rows: done.length };
    });
  const ofTopics = topic < lastTopic;
  if (!ofTopics && post >= lastPost) return null;
  const range = ofTopics ? { after: topic, upTo: lastTopic } : { after: post, upTo: lastPost };
  const { ids, write } = await documentsAfter(
    texts,
    database,
    ofTopics ? "topics" : "replies",
    range,
    atOnce,
  );
  const last = reached(ids) ?? range.upTo;
  const next = { ...progress, ...(ofTopics ? { topic: last } : { post: last }) };
  await transact(database, async (inside) => {
    await write(inside);
    await writeProgress(inside, next, now());
  });
  return { next, rows: ids.length };
}

/**
 * Writes the documents of existing texts after documents changed (documentVersion). Each small step stores its progress
 * in the same transaction, so that a restart continues there. Afterwards it writes the documents that a load left out.
 * Does nothing where a later release has begun: its documents stay. A step that is done twice does no harm.
 * @param stopped is called between steps. @returns the number of written rows.
 */
export async function backfillDocuments(
  services: Pick<Services, "database" | "texts" | "now">,
  stopped: () => boolean = () => false,
): Promise<number> {
  const { database, texts, now } = services;
  const stored = await readProgress(database);
  if ((stored?.version ?? 0) > documentVersion) return 0;
  let progress =
    stored?.version === documentVersion
      ? (stored as Progress)
      : await begin(database, stored === undefined, now());
  let count = 0;
  while (!stopped()) {
    const done = await step(services, progress);
    if (!done) return count + (await indexCatalogue(texts, database));
    progress = done.next;
    count += done.rows;
  }
  return count;
}

/** The pause before another look: the database was not available, or another process is at work. */
const againMilliseconds = 30_000;

/**
 * Loads the dictionary and writes missing documents in the background, in one process at a time. It retries when the
 * database was not available, and looks again whether a process that was at work has finished it.
 * @returns a function that stops it and waits for its end
 */
export function startBackfill(services: Services): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const wait = (milliseconds: number) =>
    pause(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
  let ended = false;
  const warn = (error: unknown) => {
    const away = isDatabaseAway(error);
    if (!away) ended = true;
    if (!signal.aborted) logWarning(`搜索索引没有补全，${away ? "稍后" : "下次启动"}会接着做：`, error);
  };
  const job: Job = {
    name: "search-documents",
    everySeconds: 1,
    async run() {
      try {
        const count = await backfillDocuments(services, () => signal.aborted);
        ended = true;
        if (count > 0) logInfo(`搜索索引已补全：${count} 篇内容。`);
      } catch (error) {
        warn(error);
      }
    },
  };
  const running = (async () => {
    // A short pause lets the server start first.
    await wait(50);
    // This call makes the worker start and load its dictionary.
    if (!signal.aborted) await services.texts.run("segment", { runs: ["芯片"] }, 2, null).catch(warn);
    while (!signal.aborted && !ended) {
      await runDueJobs(services, [job], () => signal.aborted).catch(warn);
      if (!ended) await wait(againMilliseconds);
    }
  })();
  return async () => {
    stopping.abort();
    await running;
  };
}
