import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { subtractTime } from "contract/base/time";

/** No check, load or export takes as long. */
const leftoverDays = 1;

/** Removes what killed processes left: by the clock of the disk. */
async function clearLeftovers(prefix: string): Promise<void> {
  const before = subtractTime(new Date(), leftoverDays, "day").getTime();
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const place = join(tmpdir(), name);
    const found = await stat(place).catch(() => null);
    if (found && found.mtimeMs < before) await rm(place, { recursive: true, force: true });
  }
}

/** Gives `work` an empty folder of its own, and removes it afterwards. @param prefix with which its name begins */
export async function inWorkFolder<Result>(
  prefix: string,
  work: (place: string) => Promise<Result>,
): Promise<Result> {
  await clearLeftovers(prefix);
  const place = await mkdtemp(join(tmpdir(), prefix));
  try {
    return await work(place);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
