import { existsSync, lchownSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * The owner of a folder, if this process is root's and the folder is not. What root writes there has to become the
 * owner's: a portal that runs as another user could not read it, or not start.
 */
function otherOwner(folder: string): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const found = statSync(folder, { throwIfNoEntry: false });
  return found && found.uid !== 0 ? found : null;
}

/** Gives a folder's owner these paths in it, if root made them. */
export function giveToOwner(folder: string, ...paths: string[]): void {
  const owner = otherOwner(folder);
  if (!owner) return;
  for (const path of paths)
    if (lstatSync(path, { throwIfNoEntry: false })?.uid === 0) lchownSync(path, owner.uid, owner.gid);
}

/** Gives a folder's owner all that root has made in it when this process ends. */
export function giveAllAtExit(folder: string): void {
  if (!otherOwner(folder)) return;
  process.once("exit", () => {
    if (!existsSync(folder)) return;
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    giveToOwner(folder, ...names.map((name) => join(folder, name)));
  });
}
