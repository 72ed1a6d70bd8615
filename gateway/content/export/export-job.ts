import { join } from "node:path";
import { dayOf } from "contract/base/time";
import { contentKindNames, contentKinds } from "contract/content/kinds/words";
import { cleanFileName } from "../../files/storage/names";
import type { Services } from "../../server/context";
import type { JobKind, RunningJob } from "../../server/jobs";
import { ContentPackError } from "../pack/problems";
import { inWorkFolder } from "../pack/work-folder";
import { archiveFolder, storeArchive } from "./archive-pack";
import { ContentExportError, exportPack } from "./export-pack";
import { type AskedExport, askedExport, exportJobName, keepOutcome } from "./exported-pack";

type ExportJob = RunningJob<{ id: string }, { percent: number }>;

/** The job stores its progress after every so many percent; a page shows it. */
const percentStep = 5;
/** The number of problems that an export keeps; the administrator starts with the first ones anyway. */
const problemsKept = 200;
/** Where each part of the work ends, in percent. */
const parts = { files: [0, 40], archive: [50, 90], stored: [90, 99] } as const;

/** Writes what stands into a folder, packs it and stores it. Throws ContentExportError and ContentPackError. */
async function archiveStanding(
  services: Services,
  asked: AskedExport,
  report: (part: keyof typeof parts) => (done: number, total: number) => Promise<void>,
): Promise<NonNullable<AskedExport["archive"]>> {
  return inWorkFolder("exported-pack-", async (place) => {
    const folder = join(place, "pack");
    const { pack, files, held, lost, problems } = await exportPack(services, folder, report("files"));
    const at = new Date(asked.askedAt);
    const of = { folder, name: pack, at };
    const archive = await archiveFolder(of, join(place, "pack.zip"), report("archive"));
    const fileName = await storeArchive(services, archive, report("stored"));
    return {
      fileName,
      saveAs: cleanFileName(`${pack}-${dayOf(at)}.zip`),
      pack,
      files,
      bytes: archive.bytes,
      held: contentKindNames.flatMap((kind) =>
        held[kind] ? [{ name: contentKinds[kind].name, count: held[kind] }] : [],
      ),
      hasEmails: Boolean(held.lecturers || held.activities),
      lost,
      problems: problems
        .slice(0, problemsKept)
        .map(({ file, line = null, field = null, message }) => ({ file, line, field, message })),
      more: Math.max(0, problems.length - problemsKept),
    };
  });
}

/** Stores the progress of a job now and then, and lets it end with its process. */
function reportTo({ keep, checkStop }: ExportJob) {
  let stored = -1;
  return (part: keyof typeof parts) => async (done: number, total: number) => {
    checkStop();
    const [from, to] = parts[part];
    const percent = Math.floor(from + ((to - from) * done) / Math.max(1, total));
    if (percent < stored + percentStep) return;
    stored = percent;
    await keep({ percent });
  };
}

/**
 * Writes a pack of what stands and stores it as a ZIP. When the process stops, the next one starts again from the
 * beginning; an export that has ended, was replaced, or whose days are over, has been done.
 */
export const exportJob: JobKind<{ id: string }, { percent: number }> = {
  name: exportJobName.name,
  tries: 3,
  failure: () => "内容包没有导出",
  async run(job, services) {
    const { id } = job.payload;
    const asked = await askedExport(services.database);
    if (asked?.id !== id || asked.archive !== null || asked.failure !== null) return;
    await job.keep({ percent: 0 });
    try {
      const archive = await archiveStanding(services, asked, reportTo(job));
      await keepOutcome(services.database, id, { archive, failure: null });
    } catch (error) {
      // A retry would find the same.
      if (!(error instanceof ContentExportError || error instanceof ContentPackError)) throw error;
      await keepOutcome(services.database, id, { archive: null, failure: error.message.slice(0, 500) });
    }
  },
};
