import { wholeChange } from "contract/base/pages";
import type { ContentCheck } from "contract/content/calls";
import { eq } from "drizzle-orm";
import type { Database } from "../database/open";
import { documents } from "../database/schema";
import { forget } from "../server/answers";
import type { Services } from "../server/context";
import type { JobKind } from "../server/jobs";
import { namedChanges } from "./load/change-names";
import { checkDocument } from "./load/keep-pack";
import { loadContentPack, loadPreviousPack } from "./load/load-pack";
import type { LoadResult, LoadStep } from "./load/load-result";
import { forgetUploadedPack, keepUploadCheck, loadUploadedPack, uploadedPack } from "./load/uploaded-pack";
import { ContentPackError } from "./pack/problems";

/** All pack jobs share one key, so only one runs at a time: two loads would only wait for each other's lock. */
export const packJobKey = "pack";

export interface PackJobPayload {
  accountId: number;
  dryRun: boolean;
  /** Loads the previous pack instead of the server's pack. */
  previous?: boolean;
  /** Loads this uploaded pack instead. */
  upload?: string;
}
export interface PackJobProgress {
  step: LoadStep;
  percent: number;
}

/** The job stores its progress after every so many percent; a page shows it. */
const percentStep = 5;
/** The number of problems that a check stores; the operator starts with the first ones anyway. */
const problemsKept = 200;

async function keepCheck(
  { database, now }: Services,
  { previous, upload }: Pick<PackJobPayload, "previous" | "upload">,
  found: Omit<ContentCheck, "checkedAt">,
): Promise<void> {
  const key = checkDocument(previous ?? false);
  const value: ContentCheck = { checkedAt: now().toISOString(), ...found };
  if (upload) return keepUploadCheck(database, upload, value);
  await database
    .insert(documents)
    .values({ key, value, updatedAt: now() })
    .onConflictDoUpdate({ target: documents.key, set: { value, updatedAt: now() } });
}

const nothingWrong = (result: LoadResult) => ({
  problems: [],
  more: 0,
  changes: namedChanges(result.changes, result.names),
  notices: result.notices,
  members: result.members,
  topics: result.topics,
  posts: result.posts,
});
const wrong = ({ problems }: ContentPackError) => ({
  problems: problems.slice(0, problemsKept).map(({ file, line = null, field = null, message }) => ({
    file,
    line,
    field,
    message,
  })),
  more: Math.max(0, problems.length - problemsKept),
  changes: [],
  notices: [],
  members: 0,
  topics: 0,
  posts: 0,
});

/** After a load, earlier checks of other packs say nothing: they compared them with another state of the database. */
async function forgetChecks(database: Database, { previous, upload }: PackJobPayload): Promise<void> {
  if (upload) await forgetUploadedPack(database, upload);
  if (previous || upload) await database.delete(documents).where(eq(documents.key, checkDocument(false)));
}

/**
 * Checks or loads a content pack in the running portal. When the process stops during a load, the load
 * starts again from the beginning: it writes all or nothing, and repeating it changes nothing more.
 */
export const packJob: JobKind<PackJobPayload, PackJobProgress> = {
  name: "content-pack",
  tries: 3,
  failure: ({ dryRun }) => (dryRun ? "内容包没有检查完" : "内容包没有装载完"),
  async run(job, services) {
    const { contentPack, demo } = services.settings;
    const { accountId, dryRun, previous = false, upload } = job.payload;
    // A restart removed the setting after the job was enqueued.
    if (contentPack === null && !previous && !upload) return;
    const uploaded = upload ? await uploadedPack(services.database) : null;
    // A process was killed after the load, before it could end the job.
    if (upload && uploaded?.id !== upload) return;
    let stored: PackJobProgress | null = null;
    const progress = async (step: LoadStep, done: number, total: number) => {
      job.checkStop();
      const percent = total > 0 ? Math.floor((100 * done) / total) : 100;
      if (stored?.step === step && percent < stored.percent + percentStep) return;
      stored = { step, percent };
      await job.keep(stored);
    };
    try {
      const options = { dryRun, accountId, progress };
      const result = uploaded
        ? await loadUploadedPack(services, uploaded, options)
        : previous
          ? await loadPreviousPack(services, options)
          : await loadContentPack(services, contentPack ?? "", { ...options, demo });
      if (!dryRun) {
        forget(services, { effect: "hides" });
        services.pagesChanged(wholeChange);
      }
      if (dryRun) await keepCheck(services, job.payload, nothingWrong(result));
      else {
        await forgetChecks(services.database, job.payload);
        if (!previous && !upload)
          await keepCheck(services, job.payload, { ...nothingWrong(result), ...nothingLeft });
      }
    } catch (error) {
      // The operator has to correct the pack. A retry would find the same problems.
      if (!(error instanceof ContentPackError)) throw error;
      await keepCheck(services, job.payload, wrong(error));
    }
  },
};

/** The result of a check right after a load: loading the same pack again would change nothing. */
const nothingLeft = { changes: [], members: 0, topics: 0, posts: 0 };
