import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** The small pack that the loader's tests start from. */
export const fixturePack = "tests/fixtures/pack";

/** What to do with one file of a pack: write it, remove it (null), or make it from what is there. */
export type PackChange = string | null | ((text: string) => string);

/** A copy of the small pack, in a folder named `pack` that goes after the test. */
export async function copyPack(changes: Record<string, PackChange> = {}): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), "content-pack-"));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, "pack");
  await cp(fixturePack, folder, { recursive: true });
  await changePack(folder, changes);
  return folder;
}

/** Changes files of a pack in place. */
export async function changePack(folder: string, changes: Record<string, PackChange>): Promise<void> {
  for (const [path, change] of Object.entries(changes)) {
    const file = join(folder, path);
    if (change === null) await rm(file);
    else {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, typeof change === "string" ? change : change(await readFile(file, "utf8")));
    }
  }
}

/** Replaces a text that must be there. */
export const replacing = (from: string, to: string) => (text: string) => {
  if (!text.includes(from)) throw new Error(`the fixture has no ${from}`);
  return text.replace(from, to);
};
