import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A separate file system, which a test may fill. */
export interface SmallDisk {
  folder: string;
  /** Fills it completely. */
  fill(): void;
  empty(): void;
  unmount(): void;
}

/** Mounts a disk of this size; null if this user must not mount. */
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
        // Writes large blocks, and then single pages until nothing fits.
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

/** Whether this user may mount a disk. */
export function canMount(): boolean {
  const disk = mountSmallDisk(1);
  disk?.unmount();
  return disk !== null;
}
