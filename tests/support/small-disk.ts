import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system of its own, which a test may fill. */
export interface SmallDisk {
  folder: string;
  /** Leaves no byte free. */
  fill(): void;
  empty(): void;
  unmount(): void;
}

/** A disk of so many megabytes; null where this user may mount none. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), "small-disk-"));
  const { status } = spawnSync("mount", [
    "-t",
    "tmpfs",
    "-o",
    `size=${megabytes}m,mode=755`,
    "tmpfs",
    folder,
  ]);
  if (status !== 0) {
    rmSync(folder, { recursive: true });
    return null;
  }
  const ballast = join(folder, "ballast");
  return {
    folder,
    fill() {
      const file = openSync(ballast, "a");
      try {
        // The last pages one by one.
        for (const size of [1024 * 1024, 4096])
          try {
            for (;;) writeSync(file, Buffer.alloc(size));
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
          }
      } finally {
        closeSync(file);
      }
      if (statfsSync(folder).bavail > 0) throw new Error("the disk is not full");
    },
    empty: () => rmSync(ballast, { force: true }),
    unmount() {
      if (existsSync(folder)) spawnSync("umount", ["-l", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether this user may mount one. */
export function canMount(): boolean {
  const disk = mountSmallDisk(1);
  disk?.unmount();
  return disk !== null;
}
