import { readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { OldDatabaseProblem } from "./mysql-tables";

/** Thrown for a file that is there and cannot be read; the message says why. */
export class FileUnreadable extends Error {}

/** The files of a board: its folder of attachments and that of avatars. */
export interface UploadedFiles {
  /** The content of a file by its path in the folder; null when it is missing or too large. Throws FileUnreadable. */
  read(path: string): Promise<Buffer | null>;
  /** The number of bytes that `read` would give, as far as the place says it without giving them; null and throws as there. */
  size(path: string): Promise<number | null>;
  avatar(path: string): Promise<Buffer | null>;
}

const bytesMaximum = 64 * 1024 * 1024;
const secondsMaximum = 30;
/** How often a file is asked for, and how many files may fail before any came. */
const attempts = 3;
const retryMilliseconds = 200;
const failuresAtFirst = 20;

/** Paths come from the board's database: none may leave the folder. */
const isInside = (path: string) => !/(?:^|[\\/])\.\.(?:[\\/]|$)|\0|^[\\/]/.test(path);

/** What is asked of a file: its content, or only its size. */
interface Place {
  read(path: string): Promise<Buffer | null>;
  size(path: string): Promise<number | null>;
}

function fromFolder(folder: string): Place {
  const root = realpath(folder);
  /** Does something with a file that is there; null for others. */
  const ofFile = async <Result>(
    path: string,
    use: (file: string, size: number) => Promise<Result>,
  ): Promise<Result | null> => {
    if (!isInside(path)) return null;
    try {
      const file = await realpath(join(folder, path));
      if (!file.startsWith((await root) + sep)) return null;
      const found = await stat(file);
      return found.size > bytesMaximum || found.isDirectory() ? null : await use(file, found.size);
    } catch (error) {
      if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
      throw error;
    }
  };
  return {
    read: (path) => ofFile(path, (file) => readFile(file)),
    size: (path) => ofFile(path, async (_, size) => size),
  };
}

function fromSite(address: string): Place {
  const base = address.endsWith("/") ? address : `${address}/`;
  const ask = async <Result>(
    path: string,
    method: "GET" | "HEAD",
    use: (answer: Response) => Promise<Result>,
  ): Promise<Result | null> => {
    if (!isInside(path)) return null;
    const url = new URL(path.split("/").map(encodeURIComponent).join("/"), base);
    for (let attempt = 1; ; attempt += 1)
      try {
        const answer = await fetch(url, { method, signal: AbortSignal.timeout(secondsMaximum * 1_000) });
        if (answer.status === 404 || answer.status === 410) return null;
        if (!answer.ok) throw new FileUnreadable(`状态 ${answer.status}`);
        if (Number(answer.headers.get("content-length") ?? 0) > bytesMaximum) return null;
        return await use(answer);
      } catch (error) {
        if (attempt === attempts) throw error;
        await pause(attempt * retryMilliseconds);
      }
  };
  return {
    read: (path) => ask(path, "GET", async (answer) => Buffer.from(await answer.arrayBuffer())),
    // A server may leave the length out; then the file is there.
    size: (path) => ask(path, "HEAD", async (answer) => Number(answer.headers.get("content-length") ?? 1)),
  };
}

const reasonOf = (error: unknown): string => {
  if (error instanceof FileUnreadable) return error.message;
  const { code, cause, name } = error as NodeJS.ErrnoException & { cause?: { code?: string } };
  // A timeout has a number, and fetch hides the code of its reason.
  return (typeof code === "string" ? code : cause?.code) ?? name;
};

/** One file that fails stays behind; when all fail from the first on, the place is wrong, and the import stops. */
function guarded(name: string, place: Place): Place {
  let [works, failures] = [false, 0];
  const watched = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      const result = await work;
      works = true;
      return result;
    } catch (error) {
      failures += 1;
      const reason = reasonOf(error);
      if (!works && failures >= failuresAtFirst)
        throw new OldDatabaseProblem(`${name} 里最先的 ${failuresAtFirst} 个文件都读不了：${reason}`);
      throw new FileUnreadable(reason);
    }
  };
  return {
    read: (path) => watched(place.read(path)),
    size: (path) => watched(place.size(path)),
  };
}

const none: Place = { read: async () => null, size: async () => null };
const isSite = (place: string) => /^https?:\/\//i.test(place);
const opened = (place: string | null): Place =>
  place === null ? none : guarded(place, isSite(place) ? fromSite(place) : fromFolder(place));

/**
 * Throws OldDatabaseProblem for a folder that is missing or has another content.
 * @param inside a folder that it must contain
 */
export async function checkFolder(option: string, place: string, inside = ""): Promise<void> {
  if (isSite(place)) return;
  const found = await stat(join(place, inside)).catch(() => null);
  if (!found?.isDirectory())
    throw new OldDatabaseProblem(
      `${option} 的文件夹 ${JSON.stringify(place)} ${inside ? `不存在，或里面没有 ${inside}/` : "不存在"}`,
    );
}

/** @param uploads the board's `data/attachment`, and UCenter's `data/avatar`: folders or addresses; null for none */
export function openUploadedFiles(uploads: string | null, avatars: string | null): UploadedFiles {
  return { ...opened(uploads), avatar: opened(avatars).read };
}

/** Where UCenter stores a member's avatar: `000/00/01/23_avatar_big.jpg`. */
export function avatarPath(uid: number): string {
  const digits = String(uid).padStart(9, "0");
  return `${digits.slice(0, 3)}/${digits.slice(3, 5)}/${digits.slice(5, 7)}/${digits.slice(7)}_avatar_big.jpg`;
}
