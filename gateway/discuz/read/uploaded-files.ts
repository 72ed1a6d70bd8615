import { readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";

/** The files of a board: its folder of attachments and that of avatars. */
export interface UploadedFiles {
  /** The content of a file by its path in the folder; null when it is missing or too large. */
  read(path: string): Promise<Buffer | null>;
  avatar(path: string): Promise<Buffer | null>;
}

const bytesMaximum = 64 * 1024 * 1024;
const secondsMaximum = 30;

/** Paths come from the board's database: none may leave the folder. */
const isInside = (path: string) => !/(?:^|[\\/])\.\.(?:[\\/]|$)|\0|^[\\/]/.test(path);

function fromFolder(folder: string) {
  const root = realpath(folder);
  return async (path: string): Promise<Buffer | null> => {
    if (!isInside(path)) return null;
    try {
      const file = await realpath(join(folder, path));
      if (!file.startsWith((await root) + sep)) return null;
      const { size } = await stat(file);
      return size > bytesMaximum ? null : await readFile(file);
    } catch (error) {
      if (["ENOENT", "ENOTDIR", "EISDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
      throw error;
    }
  };
}

function fromSite(address: string) {
  const base = address.endsWith("/") ? address : `${address}/`;
  return async (path: string): Promise<Buffer | null> => {
    if (!isInside(path)) return null;
    const url = new URL(path.split("/").map(encodeURIComponent).join("/"), base);
    const answer = await fetch(url, { signal: AbortSignal.timeout(secondsMaximum * 1_000) });
    if (answer.status === 404 || answer.status === 410) return null;
    if (!answer.ok) throw new Error(`${url.href} answered ${answer.status}`);
    if (Number(answer.headers.get("content-length") ?? 0) > bytesMaximum) return null;
    return Buffer.from(await answer.arrayBuffer());
  };
}

const none = async () => null;
const opened = (place: string | null) =>
  place === null ? none : /^https?:\/\//i.test(place) ? fromSite(place) : fromFolder(place);

/** @param uploads the board's `data/attachment`, and UCenter's `data/avatar`: folders or addresses; null for none */
export function openUploadedFiles(uploads: string | null, avatars: string | null): UploadedFiles {
  return { read: opened(uploads), avatar: opened(avatars) };
}

/** Where UCenter stores a member's avatar: `000/00/01/23_avatar_big.jpg`. */
export function avatarPath(uid: number): string {
  const digits = String(uid).padStart(9, "0");
  return `${digits.slice(0, 3)}/${digits.slice(3, 5)}/${digits.slice(5, 7)}/${digits.slice(7)}_avatar_big.jpg`;
}
