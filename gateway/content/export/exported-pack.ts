import { randomUUID } from "node:crypto";
import { addTime } from "contract/base/time";
import type { ExportedContent } from "contract/content/calls";
import { exportedPackDays } from "contract/content/constants";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { readDocument } from "../../database/read-document";
import { accounts, documents, jobs, keptPacks, moderationReasons } from "../../database/schema";
import { transact } from "../../database/transact";
import { signedPrivate } from "../../files/storage/signed";
import { writeLog } from "../../moderation/write-log";
import { accountOf, type CallContext } from "../../server/context";
import { enqueue, type JobKind } from "../../server/jobs";
import { found, Refusal } from "../../server/refusal";
import { writeDocument } from "../load/rows/write-document";

/** The key of the document with the pack of what stands that was asked for last. There is one. */
const exportDocument = "contentExport";

/** A pack of what stands. Its document names the stored archive, so that this counts as used. */
export interface AskedExport {
  /** Of this export, and the key of its jobs. */
  id: string;
  /** Who asked for it; null after their account ended. */
  by: number | null;
  askedAt: string;
  expiresAt: string;
  /** Why there is no archive, in words for the administrator. */
  failure: string | null;
  archive:
    | (Omit<NonNullable<ExportedContent["archive"]>, "address" | "expiresAt"> & {
        fileName: string;
        saveAs: string;
      })
    | null;
}

const isExport = (id: string) =>
  and(eq(documents.key, exportDocument), sql`${documents.value} ->> 'id' = ${id}`);

/** The export that was asked for last; null without one. */
export const askedExport = (database: Database) =>
  readDocument(database, exportDocument) as Promise<AskedExport | null>;

/** Keeps how an export ended, unless another one took its place or its days are over. */
export async function keepOutcome(
  database: Database,
  id: string,
  outcome: Pick<AskedExport, "failure" | "archive">,
): Promise<void> {
  await database
    .update(documents)
    .set({ value: sql`${documents.value} || ${JSON.stringify(outcome)}::jsonb` })
    .where(isExport(id));
}

/** Takes a person's name off the export that they asked for, when their account ends. */
export async function forgetExporter(database: Database, accountId: number): Promise<void> {
  await database
    .update(documents)
    .set({ value: sql`jsonb_set(${documents.value}, '{by}', 'null'::jsonb)` })
    .where(and(eq(documents.key, exportDocument), sql`${documents.value} ->> 'by' = ${String(accountId)}`));
}

/** The names of the two jobs of an export: here, because the first is enqueued before its work is known. */
export const exportJobName = { name: "content-export" };

/** Clears an export whose days are over; the file that nothing names any more is cleared like all others. */
export const clearExportJob: JobKind<{ id: string }> = {
  name: "content-export-over",
  tries: 10,
  failure: () => "过期的内容包没有清除",
  async run({ payload: { id } }, { database }) {
    await database.delete(documents).where(isExport(id));
  },
};

/** The job of an export that waits or runs; undefined without one. */
async function jobOf(database: Database, id: string) {
  const isOf = and(eq(jobs.kind, exportJobName.name), eq(jobs.key, id), isNull(jobs.failedAt));
  const [job] = await database.select({ progress: jobs.progress }).from(jobs).where(isOf);
  return job;
}

const isOver = ({ archive, failure }: AskedExport) => archive !== null || failure !== null;

/** The export as administrators see it; null without one, and after its days. */
export async function exportState({
  database,
  settings,
  now,
}: Pick<CallContext, "database" | "settings" | "now">): Promise<ExportedContent | null> {
  const asked = await askedExport(database);
  if (!asked || Date.parse(asked.expiresAt) <= now().getTime()) return null;
  const { id, by, askedAt, expiresAt, failure, archive } = asked;
  const job = isOver(asked) ? undefined : await jobOf(database, id);
  const [person] = by
    ? await database.select({ nickName: accounts.nickname }).from(accounts).where(eq(accounts.id, by))
    : [];
  const progress = (job?.progress ?? null) as { percent: number } | null;
  const unfinished = job ? (progress ? "working" : "waiting") : "failed";
  const said = { nickName: person?.nickName ?? null, askedAt, failure, percent: progress?.percent ?? 0 };
  if (!archive) return { ...said, state: unfinished, archive: null };
  const { fileName, saveAs, ...about } = archive;
  const address = signedPrivate(settings, fileName, now(), saveAs);
  return { ...said, state: "ready", archive: { ...about, address, expiresAt } };
}

/**
 * Asks for a pack of what stands, in place of an earlier one, and writes it into the moderators' log. Does nothing while
 * one is under way. Throws NO_LOADED_PACK when there is none on which it could stand.
 */
export async function askExport(context: CallContext): Promise<Record<string, never>> {
  const by = accountOf(context).id;
  const now = context.now();
  await transact(context.database, async (inside) => {
    // Two presses at once wait for each other here.
    await inside.execute(sql`select pg_advisory_xact_lock(hashtext(${exportDocument}))`);
    const [present] = await inside
      .select({ pack: keptPacks.pack })
      .from(keptPacks)
      .orderBy(desc(keptPacks.id))
      .limit(1);
    if (!present) throw new Refusal("NO_LOADED_PACK");
    const earlier = await askedExport(inside);
    if (earlier && !isOver(earlier) && (await jobOf(inside, earlier.id))) return;
    const id = randomUUID();
    const over = addTime(now, exportedPackDays, "day");
    const asked: AskedExport = {
      id,
      by,
      askedAt: now.toISOString(),
      expiresAt: over.toISOString(),
      failure: null,
      archive: null,
    };
    await writeDocument(inside, exportDocument, asked, now);
    const [words] = await inside
      .insert(moderationReasons)
      .values({ text: `底本是内容包「${present.pack}」` })
      .returning();
    await writeLog(inside, {
      at: now,
      operatorId: by,
      action: "exportContent",
      targetKind: "content",
      targetId: null,
      reason: found(words, "SERVER_ERROR"),
    });
    await enqueue(inside, exportJobName, { id }, { now, key: id });
    await enqueue(inside, clearExportJob, { id }, { now, at: over, key: id });
  });
  context.wakeJobs();
  return {};
}
