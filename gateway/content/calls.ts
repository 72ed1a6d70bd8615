/** The content pack that the server's setting names: checked and loaded as a job, for administrators. */
import { basename } from "node:path";
import type { CallRequest } from "contract";
import type { ContentCheck, contentCalls } from "contract/content/calls";
import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts, contentLoads, documents, jobs } from "../database/schema";
import { transact } from "../database/transact";
import { accountOf, type CallContext, type HandlersOf } from "../server/context";
import { enqueue } from "../server/jobs";
import { Refusal } from "../server/refusal";
import { askExport, exportState } from "./export/exported-pack";
import { namedChanges } from "./load/change-names";
import { checkDocument, previousPack } from "./load/keep-pack";
import { forgetUploadedPack, lockUploadedPack, type UploadedPack, uploadedPack } from "./load/uploaded-pack";
import { type PackJobPayload, type PackJobProgress, packJob, packJobKey } from "./pack-job";
import { uploadPack } from "./upload-pack";

/** The number of loads that the page shows. */
const loadsMax = 20;

const waiting = and(eq(jobs.kind, packJob.name), eq(jobs.key, packJobKey), isNull(jobs.failedAt));

/** Throws CONTENT_BUSY while a pack is checked or loaded. */
async function requireIdle(database: Database): Promise<void> {
  const [busy] = await database.select({ id: jobs.id }).from(jobs).where(waiting);
  if (busy) throw new Refusal("CONTENT_BUSY");
}

/** Enqueues the job. Throws CONTENT_BUSY where another one was enqueued in the same moment. */
async function start(inside: Database, payload: PackJobPayload, now: Date): Promise<void> {
  if (!(await enqueue(inside, packJob, payload, { now, key: packJobKey }))) throw new Refusal("CONTENT_BUSY");
}

/** The uploaded pack, if it is still this upload; it stays until the transaction ends. Throws CONTENT_UPLOAD_GONE. */
async function uploadOf(database: Database, id: string): Promise<UploadedPack> {
  const uploaded = await lockUploadedPack(database);
  if (uploaded?.id !== id) throw new Refusal("CONTENT_UPLOAD_GONE");
  return uploaded;
}

async function ask(
  context: CallContext,
  dryRun: boolean,
  { previous, upload, checkedAt }: CallRequest<"loadContent">,
): Promise<Record<string, never>> {
  const { database, settings } = context;
  const isOther = previous || upload !== undefined;
  if (previous && (await previousPack(database)) === null) throw new Refusal("NO_PREVIOUS_PACK");
  if (settings.contentPack === null && !isOther) throw new Refusal("NO_CONTENT_PACK");
  const payload: PackJobPayload = {
    accountId: accountOf(context).id,
    dryRun,
    previous,
    ...(upload ? { upload } : {}),
  };
  await transact(database, async (inside) => {
    const uploaded = upload === undefined ? null : await uploadOf(inside, upload);
    await requireIdle(inside);
    if (uploaded && !dryRun) {
      const { check } = uploaded;
      const isSeen = check !== null && check.problems.length === 0 && check.checkedAt === checkedAt;
      if (!isSeen) throw new Refusal("CONTENT_UNCHECKED");
    }
    await start(inside, payload, context.now());
  });
  context.wakeJobs();
  return {};
}

export const contentHandlers = {
  async contentState(_request, context) {
    const { database, settings } = context;
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
    const uploaded = await uploadedPack(database);
    const [uploader] = uploaded?.by
      ? await database
          .select({ nickName: accounts.nickname })
          .from(accounts)
          .where(eq(accounts.id, uploaded.by))
      : [];
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
            upload: (job.payload as PackJobPayload).upload !== undefined,
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
      upload: uploaded && {
        id: uploaded.id,
        name: uploaded.originalName,
        bytes: uploaded.bytes,
        nickName: uploader?.nickName ?? null,
        uploadedAt: uploaded.uploadedAt,
        check: uploaded.check,
      },
      exported: await exportState(context),
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

  uploadContentPack: (request, context) =>
    uploadPack(request, context, async (inside, upload, by) => {
      await requireIdle(inside);
      const payload: PackJobPayload = { accountId: by, dryRun: true, upload };
      await start(inside, payload, context.now());
    }),

  exportContentPack: (_request, context) => askExport(context),

  async discardContentPack({ upload }, { database }) {
    await transact(database, async (inside) => {
      await uploadOf(inside, upload);
      await requireIdle(inside);
      await forgetUploadedPack(inside, upload);
    });
    return {};
  },
} satisfies HandlersOf<typeof contentCalls>;
