import { eq, max } from "drizzle-orm";
import type { Services } from "../context";
import type { Database } from "../database/open";
import { documents, posts, topics } from "../database/schema";
import { transact } from "../queries/transact";
import { documentVersion } from "./document";
import { indexRepliesAfter, indexTopicsAfter } from "./index-rows";
import { loadDictionary } from "./segment";

/** How far the documents of texts that were there before have been written. */
interface Progress {
  version: number;
  /** The last topic and reply that were done, and those with which it ends: later ones are written with their text. */
  topic: number;
  post: number;
  lastTopic: number;
  lastPost: number;
}

const key = "search-documents";
const atOnce = 100;

async function readProgress(database: Database): Promise<Progress | null> {
  const [row] = await database.select({ value: documents.value }).from(documents).where(eq(documents.key, key));
  const value = row?.value as Partial<Progress> | undefined;
  return value?.version === documentVersion ? (value as Progress) : null;
}

async function writeProgress(database: Database, value: Progress, now: Date): Promise<void> {
  await database
    .insert(documents)
    .values({ key, value, updatedAt: now })
    .onConflictDoUpdate({ target: documents.key, set: { value, updatedAt: now } });
}

async function begin(database: Database, now: Date): Promise<Progress> {
  const [topic] = await database.select({ id: max(topics.id) }).from(topics);
  const [post] = await database.select({ id: max(posts.id) }).from(posts);
  const progress = { version: documentVersion, topic: 0, post: 0, lastTopic: topic?.id ?? 0, lastPost: post?.id ?? 0 };
  await writeProgress(database, progress, now);
  return progress;
}

/**
 * Writes the documents of texts that were there before search was, or before documents changed (documentVersion): once,
 * in small steps, each with its progress in one transaction, so that it goes on where it stopped.
 * @param stopped asked between steps. @returns how many rows were written.
 */
export async function backfillDocuments(
  services: Pick<Services, "database" | "now">,
  stopped: () => boolean = () => false,
): Promise<number> {
  const { database, now } = services;
  let progress = (await readProgress(database)) ?? (await begin(database, now()));
  let written = 0;
  while (!stopped() && (progress.topic < progress.lastTopic || progress.post < progress.lastPost)) {
    const { topic, post, lastTopic, lastPost } = progress;
    const step = await transact(database, async (inside) => {
      const ofTopics = topic < lastTopic;
      const done = ofTopics
        ? await indexTopicsAfter(inside, topic, lastTopic, atOnce)
        : await indexRepliesAfter(inside, post, lastPost, atOnce);
      // Fewer than asked for: that was the end.
      const reached = done.length < atOnce ? undefined : done.at(-1);
      const next = ofTopics ? { ...progress, topic: reached ?? lastTopic } : { ...progress, post: reached ?? lastPost };
      await writeProgress(inside, next, now());
      return { next, rows: done.length };
    });
    progress = step.next;
    written += step.rows;
  }
  return written;
}

/**
 * Reads the dictionary and writes missing documents beside the gateway's work. @returns what stops it, and waits until it
 * has stopped.
 */
export function startBackfill(services: Pick<Services, "database" | "now">): () => Promise<void> {
  let stop = false;
  const running = (async () => {
    // After the start: nobody should wait for the dictionary.
    await new Promise((done) => setTimeout(done, 50));
    if (stop) return;
    loadDictionary();
    const written = await backfillDocuments(services, () => stop);
    if (written > 0) console.info(`搜索索引已补全：${written} 篇帖子和回复。`);
  })().catch((error: unknown) => {
    if (!stop) console.warn("搜索索引没有补全，下次启动会接着做：", error);
  });
  return async () => {
    stop = true;
    await running;
  };
}
