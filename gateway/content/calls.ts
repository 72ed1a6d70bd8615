/** The content pack that the server's setting names: checked and loaded as a job, for administrators. */
import { basename } from "node:path";
import type { ContentCheck, contentCalls } from "contract/content/calls";
import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import { accounts, contentLoads, documents, jobs } from "../database/schema";
import { transact } from "../database/transact";
import { accountOf, type CallContext, type HandlersOf } from "../server/context";
import { enqueue } from "../server/jobs";
import { Refusal } from "../server/refusal";
import { namedChanges } from "./load/change-names";
import { checkDocument, previousPack } from "./load/keep-pack";
import { type PackJobPayload, type PackJobProgress, packJob, packJobKey } from "./pack-job";

/** The number of loads that the page shows. */
const loadsMax = 20;

const waiting = and(eq(jobs.kind, packJob.name), eq(jobs.key, packJobKey), isNull(jobs.failedAt));

async function ask(
  context: CallContext,
  dryRun: boolean,
  { previous }: { previous: boolean },
): Promise<Record<string, never>> {
  const { database, settings } = context;
  if (previous && (await previousPack(database)) === null) throw new Refusal("NO_PREVIOUS_PACK");
  if (settings.contentPack === null && !previous) throw new Refusal("NO_CONTENT_PACK");
  const payload: PackJobPayload = { accountId: accountOf(context).id, dryRun, previous };
  await transact(database, async (inside) => {
    const [busy] = await inside.select({ id: jobs.id }).from(jobs).where(waiting);
    if (busy) throw new Refusal("CONTENT_BUSY");
    await enqueue(inside, packJob, payload, { now: context.now(), key: packJobKey });
  });
  context.wakeJobs();
  return {};
}

export const contentHandlers = {
  async contentState(_request, { database, settings }) {
    const [job] = await database
      .select({ payload: jobs.payload, progress: jobs.progress })
      .from(jobs)
      .where(waiting);
    const checks = await database
      .select({ key: documents.key, value: documents.value })
      .from(documents)
      .where(inArray(documents.key, [checkDocument(false), checkDocument(true)]));
    const checkOf = (previous: boolean) =>
      (checks.find(({ key }) => key === checkDocument(previous))?.value ?? null) as ContentCheck | null;
    const before = await previousPack(database);
    const rows = await database
      .select({ load: contentLoads, nickName: accounts.nickname })
      .from(contentLoads)
      .leftJoin(accounts, eq(accounts.id, contentLoads.accountId))
      .orderBy(desc(contentLoads.id))
      .limit(loadsMax);
    const progress = (job?.progress ?? null) as PackJobProgress | null;
    return {
      pack: settings.contentPack === null ? null : basename(settings.contentPack),
      work: job
        ? {
            dryRun: (job.payload as PackJobPayload).dryRun,
            previous: (job.payload as PackJobPayload).previous ?? false,
            step: progress?.step ?? null,
            percent: progress?.percent ?? 0,
          }
        : null,
      check: checkOf(false),
      previous: before && {
        pack: before.pack,
        loadedAt: before.loadedAt.toISOString(),
        check: checkOf(true),
      },
      loads: rows.map(({ load: { id, pack, state, changes, problems, createdAt }, nickName }) => ({
        id,
        pack,
        nickName,
        state,
        problems,
        changes: namedChanges(changes),
        createdAt: createdAt.toISOString(),
      })),
    };
  },

  checkContent: (request, context) => ask(context, true, request),

  loadContent: (request, context) => ask(context, false, request),
} satisfies HandlersOf<typeof contentCalls>;
