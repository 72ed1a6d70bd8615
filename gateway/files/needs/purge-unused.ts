import { subtractTime } from "contract/base/time";
import { asc, lt } from "drizzle-orm";
import { files } from "../../database/schema";
import { transact } from "../../database/transact";
import type { Job } from "../../jobs";
import { enqueue, type JobKind } from "../../server/jobs";
import { fileUses, keepNeeded, type Place, removeFiles } from "./uses";

/** An unused file is kept for this time after its upload or its last use. */
const graceHours = 48;
/** The number of files that one transaction deletes. It is small, because an attachment has up to 20 MB. */
const batch = 20;

interface Progress {
  /** The position in the scan of all texts; null when it is finished. */
  place: Place | null;
  deleted: number;
}

/**
 * Marks the files that a text or row names, and then deletes those that nothing has named for longer than the grace
 * period, with their uploads.
 */
export const purgeUnusedFiles: JobKind<{ at: string }, Progress> = {
  name: "purge-unused-files",
  tries: 10,
  failure: () => "没有用到的上传文件没有清理完",
  async run({ payload, progress, keep, checkStop }, { database, domains }) {
    const at = new Date(payload.at);
    const before = subtractTime(at, graceHours, "hour");
    let deleted = progress?.deleted ?? 0;
    if (progress?.place !== null) {
      for await (const { place, ...uses } of fileUses(domains, database, progress?.place)) {
        checkStop();
        await transact(database, async (inside) => {
          await keepNeeded(inside, uses, at, before);
          await keep({ place, deleted }, inside);
        });
      }
      await keep({ place: null, deleted });
    }
    for (let more = true; more; ) {
      checkStop();
      const { found, gone } = await transact(database, async (inside) => {
        const unneeded = await inside
          .select({ name: files.name })
          .from(files)
          .where(lt(files.neededAt, before))
          .orderBy(asc(files.neededAt))
          .limit(batch);
        const names = unneeded.map(({ name }) => name);
        const count = await removeFiles(inside, names, before);
        await keep({ place: null, deleted: deleted + count }, inside);
        return { found: names.length, gone: count };
      });
      deleted += gone;
      more = found === batch;
    }
  },
};

/** Once a day. */
export const unusedFilesJob: Job = {
  name: "unused-files",
  everySeconds: 86_400,
  async run({ database, now }) {
    await enqueue(database, purgeUnusedFiles, { at: now().toISOString() }, { now: now(), key: "all" });
  },
};
