import { setTimeout as pause } from "node:timers/promises";
import { logInfo, logWarning } from "contract/base/log";
import { catalogueKinds } from "contract/search/constants";
import { eq, max } from "drizzle-orm";
import { isDatabaseAway } from "../../database/failures";
import type { Database } from "../../database/open";
import { documents, posts, topics } from "../../database/schema";
import { transact } from "../../database/transact";
import type { Services } from "../../server/context";
import { indexCatalogue, indexCatalogueAfter } from "./catalogue";
import { documentVersion } from "./document";
import { indexRepliesAfter, indexTopicsAfter } from "./index-rows";

/** How far the documents of texts that were there before have been written. */
interface Progress {
  version: number;
  /**
   * The last topic and reply that were done, and those with which it ends: later ones are written with their
   * text.
   */
  topic: number;
  post: number;
  lastTopic: number;
  lastPost: number;
  /** Which kind of the catalogue is being read anew, and after which of its rows. */
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

/** @param first whether no version of documents was there before: what the catalogue has is of this one */
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

/** One step of what is left, and how far it got; null where nothing is. */
async function step(
  { texts }: Pick<Services, "texts">,
  inside: Database,
  progress: Progress,
): Promise<{ next: Progress; rows: number } | null> {
  const { topic, post, lastTopic, lastPost, row } = progress;
  // Fewer than asked for: that was the end.
  const reached = (done: number[]) => (done.length < atOnce ? undefined : done.at(-1));
  const kind = catalogueKinds[progress.kind];
  // The catalogue first: it is the smaller part, and what visitors look for.
  if (kind) {
    const done = await indexCatalogueAfter(texts, inside, kind, row, atOnce, "all");
    const last = reached(done);
    const next = last === undefined ? { kind: progress.kind + 1, row: 0 } : { row: last };
    return { next: { ...progress, ...next }, rows: done.length };
  }
  if (topic < lastTopic) {
    const done = await indexTopicsAfter(texts, inside, topic, lastTopic, atOnce);
    return { next: { ...progress, topic: reached(done) ?? lastTopic }, rows: done.length };
  }
  if (post < lastPost) {
    const done = await indexRepliesAfter(texts, inside, post, lastPost, atOnce);
    return { next: { ...progress, post: reached(done) ?? lastPost }, rows: done.length };
  }
  return null;
}

/**
 * Writes the documents of texts that were there before search was, or before documents changed
 * (documentVersion): once, in small steps, each with its progress in one transaction, so that it goes on
 * where it stopped. Then those that a load did not come to.
 * @param stopped asked between steps. @returns how many rows were written.
 */
export async function backfillDocuments(
  services: Pick<Services, "database" | "texts" | "now">,
  stopped: () => boolean = () => false,
): Promise<number> {
  const { database, texts, now } = services;
  const stored = await readProgress(database);
  let progress =
    stored?.version === documentVersion
      ? (stored as Progress)
      : await begin(database, stored === undefined, now());
  let written = 0;
  while (!stopped()) {
    const done = await transact(database, async (inside) => {
      const result = await step(services, inside, progress);
      if (result) await writeProgress(inside, result.next, now());
      return result;
    });
    if (!done) return written + (await indexCatalogue(texts, database));
    progress = done.next;
    written += done.rows;
  }
  return written;
}

/** After this the next try, where the database was away. */
const againMilliseconds = 30_000;

/**
 * Reads the dictionary and writes missing documents beside the gateway's work; goes on by itself when the
 * database was away. @returns what stops it, and waits until it has stopped.
 */
export function startBackfill(services: Pick<Services, "database" | "texts" | "now">): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const wait = (milliseconds: number) =>
    pause(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
  const running = (async () => {
    // After the start: nobody should wait for the dictionary.
    await wait(50);
    while (!signal.aborted) {
      try {
        // The words' thread starts, and reads its dictionary.
        await services.texts.run("segment", { runs: ["芯片"] }, 2, null);
        const written = await backfillDocuments(services, () => signal.aborted);
        if (written > 0) logInfo(`搜索索引已补全：${written} 篇内容。`);
        return;
      } catch (error) {
        const away = isDatabaseAway(error);
        if (!signal.aborted) logWarning(`搜索索引没有补全，${away ? "稍后" : "下次启动"}会接着做：`, error);
        if (!away) return;
        await wait(againMilliseconds);
      }
    }
  })();
  return async () => {
    stopping.abort();
    await running;
  };
}
