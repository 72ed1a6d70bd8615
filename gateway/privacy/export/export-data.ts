import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, dataExports, exportPieces } from "../../database/schema";
import { transact } from "../../database/transact";
import { pieceBytes } from "../../files/storage/content";
import { type Entry, zipOf } from "../../files/storage/write-zip";
import { notify } from "../../messages/notify";
import type { Account, Services } from "../../server/context";
import type { JobKind, RunningJob } from "../../server/jobs";
import { archiveOf, filesExpected } from "./archive";
import { exportExpiry } from "./expired-exports";

type ExportJob = RunningJob<{ accountId: number; key: string }, { percent: number }>;

/** How many percent the archive must advance before the progress is stored, which a page shows. */
const percentStep = 5;

/** The export was replaced by a new request, or the account was closed, so nothing needs to be packed. */
class NobodyWaits extends Error {}

/** Runs a step of the job in a transaction. Throws when the export is deleted, or another process has the job. */
async function step(
  { payload, keep, checkStop }: ExportJob,
  { database }: Services,
  percent: number,
  work: (database: Database) => Promise<unknown>,
): Promise<void> {
  checkStop();
  await transact(database, async (inside) => {
    const [row] = await inside
      .select({ key: dataExports.key })
      .from(dataExports)
      .where(eq(dataExports.key, payload.key))
      .for("update");
    if (!row) throw new NobodyWaits();
    await work(inside);
    await keep({ percent }, inside);
  });
}

/** Calls `count` for each file of an archive before it is packed. */
async function* countEntries(entries: AsyncIterable<Entry>, count: () => void): AsyncGenerator<Entry> {
  for await (const entry of entries) {
    count();
    yield entry;
  }
}

/** Collects an archive's bytes and returns them in pieces of one size. */
class Pieces {
  private chunks: Uint8Array[] = [];
  private waiting = 0;

  add(chunk: Uint8Array): void {
    this.chunks.push(chunk);
    this.waiting += chunk.byteLength;
  }

  /** The complete pieces; with `all` also the rest. */
  take(all = false): Buffer[] {
    if (this.waiting < pieceBytes && !all) return [];
    const content = Buffer.concat(this.chunks);
    const size = all ? content.byteLength : content.byteLength - (content.byteLength % pieceBytes);
    this.chunks = [content.subarray(size)];
    this.waiting = content.byteLength - size;
    const pieces: Buffer[] = [];
    for (let at = 0; at < size; at += pieceBytes)
      pieces.push(content.subarray(at, Math.min(at + pieceBytes, size)));
    return pieces;
  }
}

async function pack(job: ExportJob, services: Services, account: Account): Promise<void> {
  const { key: exportKey } = job.payload;
  const expected = filesExpected(services, account);
  const pieces = new Pieces();
  let [files, textBytes, stored, bytes] = [0, 0, 0, 0];
  const store = async (
    percent: number,
    contents: Buffer[],
    work?: (inside: Database) => Promise<unknown>,
  ) => {
    textBytes = percent;
    bytes += contents.reduce((sum, { byteLength }) => sum + byteLength, 0);
    await step(job, services, percent, async (inside) => {
      for (const [index, content] of contents.entries())
        await inside.insert(exportPieces).values({ exportKey, number: stored + index, content });
      await work?.(inside);
    });
    stored += contents.length;
  };
  // Pieces of a killed process are useless, because an archive must be packed in one run.
  await store(0, [], (inside) => inside.delete(exportPieces).where(eq(exportPieces.exportKey, exportKey)));
  const archive = zipOf(countEntries(archiveOf(services, account), () => (files += 1)));
  for await (const chunk of archive) {
    pieces.add(chunk);
    const [contents, percent] = [pieces.take(), Math.min(99, Math.floor((100 * files) / expected))];
    if (contents.length > 0 || percent >= textBytes + percentStep) await store(percent, contents);
  }
  await store(100, pieces.take(true), async (inside) => {
    const at = services.now();
    await inside
      .update(dataExports)
      .set({ readyAt: at, expiresAt: exportExpiry(at), bytes })
      .where(eq(dataExports.key, exportKey));
    await notify(inside, [account.id], { event: "exportReady", actorId: null, at });
  });
}

/** Packs all data of an account, stores the archive, and notifies the person. */
export const exportData: JobKind<ExportJob["payload"], { percent: number }> = {
  name: "export-data",
  tries: 5,
  failure: ({ accountId }) => `账号 ${accountId} 的数据没有导出`,
  async run(job, services) {
    const [row] = await services.database
      .select({ account: accounts })
      .from(dataExports)
      .innerJoin(accounts, eq(accounts.id, dataExports.accountId))
      .where(
        and(eq(dataExports.key, job.payload.key), isNull(dataExports.readyAt), isNull(accounts.closedAt)),
      );
    if (!row) return;
    await pack(job, services, row.account).catch((error: unknown) => {
      if (!(error instanceof NobodyWaits)) throw error;
    });
  },
};
