import { randomUUID } from "node:crypto";
import type { DataExport } from "contract/privacy/calls";
import { exportsPrefix } from "contract/privacy/constants";
import { and, eq, gt, isNull } from "drizzle-orm";
import { useProof } from "../../account/proofs";
import type { Database } from "../../database/open";
import { accounts, dataExports, jobs } from "../../database/schema";
import { transact } from "../../database/transact";
import { accountOf, type CallContext, type Services } from "../../server/context";
import { enqueue } from "../../server/jobs";
import { found, Refusal } from "../../server/refusal";
import { exportExpiry } from "./expired-exports";
import { exportData } from "./export-data";

/** The state of the account's latest export; null when there is none or it has expired. */
export async function latestExport(
  { database, now }: Pick<Services, "database" | "now">,
  accountId: number,
): Promise<DataExport | null> {
  const unfinished = and(
    eq(jobs.kind, exportData.name),
    eq(jobs.key, dataExports.key),
    isNull(jobs.failedAt),
  );
  const [row] = await database
    .select({ latest: dataExports, jobId: jobs.id, progress: jobs.progress })
    .from(dataExports)
    .leftJoin(jobs, unfinished)
    .where(and(eq(dataExports.accountId, accountId), gt(dataExports.expiresAt, now())));
  if (!row) return null;
  const { key, readyAt, expiresAt, bytes } = row.latest;
  const askedAt = row.latest.askedAt.toISOString();
  if (readyAt)
    return {
      state: "ready",
      askedAt,
      address: exportsPrefix + key,
      expiresAt: expiresAt.toISOString(),
      bytes,
    };
  if (row.jobId === null) return { state: "failed", askedAt };
  const progress = row.progress as { percent: number } | null;
  return progress ? { state: "working", askedAt, percent: progress.percent } : { state: "waiting", askedAt };
}

const isPending = (latest: DataExport | null) => latest?.state === "waiting" || latest?.state === "working";

/**
 * Replaces the account's export by a new one and enqueues its job. Returns false and changes nothing while one is
 * pending.
 * @param prove throws unless the person has proved who they are
 */
async function replaceExport(
  services: Services,
  accountId: number,
  prove: (database: Database) => Promise<unknown>,
): Promise<boolean> {
  const now = services.now();
  return transact(services.database, async (database) => {
    // Two requests at once wait for each other here.
    await database.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for("update");
    if (isPending(await latestExport({ ...services, database }, accountId))) return false;
    await prove(database);
    await database.delete(dataExports).where(eq(dataExports.accountId, accountId));
    const key = randomUUID();
    await database.insert(dataExports).values({ accountId, key, askedAt: now, expiresAt: exportExpiry(now) });
    await enqueue(database, exportData, { accountId, key }, { now, key });
    return true;
  });
}

/** Starts an export of a person's data, or returns the pending one. Throws EXPORTS_USED_UP, and what `prove` throws. */
export async function startExport(
  services: Services,
  id: number,
  prove: (database: Database) => Promise<unknown>,
): Promise<DataExport> {
  const pending = await latestExport(services, id);
  if (pending && isPending(pending)) return pending;
  if (!(await services.limits.take("exportsPerDay", String(id)))) throw new Refusal("EXPORTS_USED_UP");
  let wasStarted = false;
  try {
    wasStarted = await replaceExport(services, id, prove);
  } finally {
    if (!wasStarted) await services.limits.giveBack("exportsPerDay", String(id));
  }
  services.wakeJobs();
  return found(await latestExport(services, id), "SERVER_ERROR");
}

/** Requests an export of the caller's data. Throws EXPORTS_USED_UP or PROOF_INVALID. */
export const requestExport = (context: CallContext, uuid: string): Promise<DataExport> =>
  startExport(context, accountOf(context).id, (database) => useProof(database, context, "export", uuid));
