import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lte, max, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { documents, jobs, posts, reviewItems, topics } from "../../database/schema";
import { transact } from "../../database/transact";
import { tagsOfTopics } from "../../forum/states/topic-tags";
import { withWords } from "../../sensitive-words/check-fields";
import { accountOf, type CallContext, type Services } from "../../server/context";
import { enqueue, type JobKind } from "../../server/jobs";
import { Refusal } from "../../server/refusal";
import { writeLog } from "../write-log";

const rescanKey = "words";
/** The key of the row with the result of the last scan. */
const rescanDocument = "wordsRescan";
const textsAtOnce = 50;

interface RescanPayload {
  /** The last post at the time of the request; later posts were checked when they were written. */
  upTo: number;
}
interface RescanProgress {
  /** The last post that was scanned. */
  after: number;
  scanned: number;
  found: number;
}
interface RescanResult extends Omit<RescanProgress, "after"> {
  finishedAt: string;
}

/** Approved posts in approved topics: moderators read texts in review anyway, and refused texts are not public. */
const isPublished = and(
  eq(posts.review, "approved"),
  isNull(posts.deletedAt),
  eq(topics.review, "approved"),
  isNull(topics.deletedAt),
);

async function textsAfter(database: Database, after: number, upTo: number) {
  const rows = await database
    .select({
      id: posts.id,
      topicId: posts.topicId,
      floor: posts.floor,
      source: posts.source,
      html: posts.html,
      title: topics.title,
      editedAt: posts.editedAt,
    })
    .from(posts)
    .innerJoin(topics, eq(topics.id, posts.topicId))
    .where(and(gt(posts.id, after), lte(posts.id, upTo), isPublished))
    .orderBy(asc(posts.id))
    .limit(textsAtOnce);
  const first = rows.filter(({ floor }) => floor === 1).map(({ topicId }) => topicId);
  const tags = await tagsOfTopics(database, first);
  return rows.map(({ topicId, floor, title, ...row }) => ({
    ...row,
    title: floor === 1 ? title : "",
    tags: floor === 1 ? (tags.get(topicId) ?? []).map(({ name }) => name) : [],
  }));
}

type Hit = { id: number; words: string[]; editedAt: Date | null };

/**
 * Puts texts into review, except those that are in review already, and those that a moderator has decided on for the
 * same words since their last edit. Public texts stay public. @returns how many were put into review
 */
async function askAbout(database: Database, hits: Hit[], at: Date): Promise<number> {
  if (hits.length === 0) return 0;
  const ids = hits.map(({ id }) => id);
  const present = await database
    .select({ id: posts.id, editedAt: posts.editedAt })
    .from(posts)
    .where(and(inArray(posts.id, ids), eq(posts.review, "approved"), isNull(posts.deletedAt)));
  const now = new Map(present.map(({ id, editedAt }) => [id, editedAt?.getTime() ?? null]));
  const decided = await database
    .select({ postId: reviewItems.postId, words: reviewItems.words })
    .from(reviewItems)
    .innerJoin(posts, eq(posts.id, reviewItems.postId))
    .where(
      and(
        inArray(reviewItems.postId, ids),
        isNotNull(reviewItems.decidedById),
        gte(reviewItems.decidedAt, sql`coalesce(${posts.editedAt}, ${posts.createdAt})`),
      ),
    );
  const isDecided = ({ id, words }: Hit) =>
    words.every((word) => decided.some((item) => item.postId === id && item.words.includes(word)));
  const fresh = hits.filter(
    (hit) => now.has(hit.id) && now.get(hit.id) === (hit.editedAt?.getTime() ?? null) && !isDecided(hit),
  );
  if (fresh.length === 0) return 0;
  const found = await database
    .insert(reviewItems)
    .values(fresh.map(({ id, words }) => ({ postId: id, words, createdAt: at })))
    .onConflictDoNothing()
    .returning({ id: reviewItems.id });
  return found.length;
}

/**
 * Checks existing texts against the present list of words. The findings and the progress of each step are one
 * transaction, so that no text is put into review twice after a kill.
 */
export const rescanJob: JobKind<RescanPayload, RescanProgress> = {
  name: "wordsRescan",
  tries: 5,
  failure: () => "敏感词没有重新扫描完",
  async run({ payload: { upTo }, progress, keep, checkStop }, services) {
    const { database, texts } = services;
    let at: RescanProgress = progress ?? { after: 0, scanned: 0, found: 0 };
    for (;;) {
      checkStop();
      const rows = await textsAfter(database, at.after, upTo);
      const last = rows.at(-1);
      if (!last) break;
      const length = rows.reduce((sum, { source, html }) => sum + source.length + html.length, 0);
      const words = await withWords(services, (list) =>
        texts.run("scan", { texts: rows, words: list }, length, null),
      );
      const hits = rows.flatMap(({ id, editedAt }, index) => {
        const own = words[index] ?? [];
        return own.length > 0 ? [{ id, editedAt, words: own }] : [];
      });
      at = await transact(database, async (inside) => {
        const count = await askAbout(inside, hits, services.now());
        const next = { after: last.id, scanned: at.scanned + rows.length, found: at.found + count };
        await keep(next, inside);
        return next;
      });
    }
    const value: RescanResult = {
      scanned: at.scanned,
      found: at.found,
      finishedAt: services.now().toISOString(),
    };
    await database
      .insert(documents)
      .values({ key: rescanDocument, value, updatedAt: services.now() })
      .onConflictDoUpdate({ target: documents.key, set: { value, updatedAt: services.now() } });
  },
};

const running = and(eq(jobs.kind, rescanJob.name), eq(jobs.key, rescanKey), isNull(jobs.failedAt));

/** Enqueues a scan of all public texts, with its row of the log. Throws RESCAN_RUNNING while one runs. */
export async function askForRescan(context: CallContext): Promise<Record<string, never>> {
  const at = context.now();
  await transact(context.database, async (database) => {
    const [busy] = await database.select({ id: jobs.id }).from(jobs).where(running);
    if (busy) throw new Refusal("RESCAN_RUNNING");
    const [last] = await database.select({ id: max(posts.id) }).from(posts);
    await enqueue(database, rescanJob, { upTo: last?.id ?? 0 }, { now: at, key: rescanKey });
    await writeLog(database, {
      at,
      operatorId: accountOf(context).id,
      action: "rescan",
      targetKind: "word",
      targetId: null,
    });
  });
  context.wakeJobs();
  return {};
}

/** The progress of the scan that waits or runs, and the result of the last one. */
export async function readRescan({ database }: Pick<Services, "database">) {
  const [job] = await database
    .select({ payload: jobs.payload, progress: jobs.progress })
    .from(jobs)
    .where(running);
  const [progressRow] = await database
    .select({ value: documents.value })
    .from(documents)
    .where(eq(documents.key, rescanDocument));
  const { upTo = 0 } = (job?.payload ?? {}) as Partial<RescanPayload>;
  const { after = 0, scanned = 0, found = 0 } = (job?.progress ?? {}) as Partial<RescanProgress>;
  const last = progressRow?.value as RescanResult | undefined;
  return {
    work: job ? { scanned, found, percent: upTo > 0 ? Math.floor((100 * after) / upTo) : 0 } : null,
    last: last ?? null,
  };
}
