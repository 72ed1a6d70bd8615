import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { packEntriesMax, packTextsMax, packUnpackedMax } from "contract/content/constants";
import { type Entry, fromBufferPromise, getFileNameLowLevel, openPromise, type ZipFile } from "yauzl";
import { entriesOf } from "../../files/uploads/zip";
import { isPackPath, isPackText } from "./pack-files";
import type { Problem } from "./problems";

/** An entry that is unpacked, and its path within the pack. */
interface PackEntry {
  path: string;
  entry: Entry;
}

const mebibyte = 1024 * 1024;
const broken = "不是完整的 ZIP 压缩包，或结构异常（不支持分卷）";
const options = { decodeStrings: false, validateEntrySizes: false } as const;
const [typeBits, linkType] = [0o170000, 0o120000];
/** The versions of an entry's maker that mean Unix: only there the attributes have a type. */
const unix = 3;

const isLink = ({ versionMadeBy, externalFileAttributes }: Entry) =>
  versionMadeBy >> 8 === unix && ((externalFileAttributes >>> 16) & typeBits) === linkType;

/** What systems add to archives, and what a folder's pack does not read either. */
const isHidden = (path: string) =>
  path.split("/").some((part) => part.startsWith(".") || part === "__MACOSX");

/** The most bytes of a name that file systems take, and the most folders in each other. */
const [nameBytesMax, depthMax] = [255, 20];
const isOddPart = (part: string) => part === "" || part === "." || Buffer.byteLength(part) > nameBytesMax;

/** Whether a path has parts that no disk takes as they are: `a//b` would be written over `a/b`. */
function hasOddPart(path: string): boolean {
  const bare = path.replace(/^(?:\.\/)+/, "").replace(/\/$/, "");
  const parts = bare.split("/");
  return bare !== "" && (parts.length > depthMax || parts.some(isOddPart));
}

/** Why an entry may not be in a pack; null of one that may. @param path with `/` between its parts */
function problemOf(path: string, entry: Entry): string | null {
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path)) return "是绝对路径，会写到内容包之外";
  if (path.split("/").includes("..")) return "路径里有 ..，会写到内容包之外";
  if (path.includes("\0") || path.length > 400 || hasOddPart(path)) return "文件名有误";
  if (isLink(entry)) return "是符号链接，内容包里只能有文件";
  if (entry.isEncrypted()) return "加了密码，请不加密再打包";
  if (!entry.canDecodeFileData()) return "用了不支持的压缩方式，请用普通的 ZIP（Deflate）再打包";
  return null;
}

/** The paths without the one folder in which all of them are. */
function withoutTopFolder(entries: PackEntry[]): PackEntry[] {
  const tops = new Set(entries.map(({ path }) => path.split("/", 1)[0] ?? ""));
  const isWrapped = tops.size === 1 && entries.every(({ path }) => path.includes("/"));
  if (!isWrapped) return entries;
  return entries.map(({ path, entry }) => ({ path: path.slice(path.indexOf("/") + 1), entry }));
}

/** The files of an archive that are unpacked, or everything that speaks against unpacking it. */
function filesIn(all: Entry[]): { files: PackEntry[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const files: PackEntry[] = [];
  for (const entry of all) {
    // Packers of Windows write `\`.
    const path = getFileNameLowLevel(
      entry.generalPurposeBitFlag,
      entry.fileNameRaw,
      entry.extraFields,
      false,
    ).replaceAll("\\", "/");
    const message = problemOf(path, entry);
    if (message) problems.push({ file: path.slice(0, 200).replaceAll("\0", " "), message });
    else if (!path.endsWith("/") && !isHidden(path.replace(/^(?:\.\/)+/, "")))
      files.push({ path: path.replace(/^(?:\.\/)+/, ""), entry });
  }
  const whole = (message: string) => problems.unshift({ file: "压缩包", message });
  if (files.length > packEntriesMax)
    whole(`里面有 ${files.length} 个文件，最多 ${packEntriesMax.toLocaleString("en-US")} 个`);
  const bytes = all.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (bytes > packUnpackedMax) whole(`解开后不能超过 ${packUnpackedMax / mebibyte} MB，像是 ZIP 炸弹`);
  const texts = files.filter(({ path }) => isPackText(path));
  if (texts.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0) > packTextsMax)
    whole(`里面的 YAML、Markdown 和 SVG 解开后不能超过 ${packTextsMax / mebibyte} MB`);
  // The names of far too many are not even compared.
  if (problems.length > 0) return { files: [], problems };
  const inside = withoutTopFolder(files);
  const seen = new Set<string>();
  for (const { path } of inside) {
    const name = path.toLowerCase();
    if (seen.has(name)) problems.push({ file: path, message: "压缩包里有两个这样的文件" });
    seen.add(name);
  }
  for (const { path } of inside)
    for (let at = path.indexOf("/"); at > 0; at = path.indexOf("/", at + 1))
      if (seen.has(path.slice(0, at).toLowerCase())) {
        problems.push({ file: path, message: "有一个文件和它所在的文件夹同名" });
        break;
      }
  if (inside.length === 0) whole("里面没有文件");
  return { files: inside.filter(({ path }) => isPackPath(path)), problems };
}

async function readArchive(zip: ZipFile) {
  try {
    return filesIn(await entriesOf(zip));
  } catch {
    return { files: [], problems: [{ file: "压缩包", message: broken }] };
  }
}

/** What speaks against unpacking an archive, as far as its directory says it. Nothing is unpacked. */
export async function archiveProblems(content: Buffer): Promise<Problem[]> {
  try {
    return (await readArchive(await fromBufferPromise(content, options))).problems;
  } catch {
    return [{ file: "压缩包", message: broken }];
  }
}

class Overflow extends Error {}

/** Writes an entry to the disk. Stops when there is more than the directory says. */
async function unpackEntry(zip: ZipFile, entry: Entry, place: string): Promise<string | null> {
  let bytes = 0;
  const count = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.byteLength;
      done(bytes > entry.uncompressedSize ? new Overflow("more than the directory says") : null, piece);
    },
  });
  try {
    await pipeline(await zip.openReadStreamPromise(entry), count, createWriteStream(place, { flags: "wx" }));
  } catch (error) {
    if (error instanceof Overflow) return "解开后比压缩包的目录写的大，像是 ZIP 炸弹";
    // The disk is full, say: nothing that the archive could do about.
    if ((error as NodeJS.ErrnoException).syscall) throw error;
    return "这个文件已损坏，请重新打包";
  }
  return bytes < entry.uncompressedSize ? "这个文件不完整，请重新打包" : null;
}

/**
 * Unpacks a pack that was uploaded as a ZIP, without the one folder that may be around it, file after file: zlib's
 * threads inflate, and no file is in memory as a whole. Its directory is checked first.
 * @param place the archive on the disk
 * @param folder an empty folder
 * @returns its problems; with any the folder is of no use
 */
export async function unpackArchive(
  place: string,
  folder: string,
  progress: (done: number, total: number) => void | Promise<void>,
): Promise<Problem[]> {
  const zip = await openPromise(place, { ...options, autoClose: false }).catch(() => null);
  if (!zip) return [{ file: "压缩包", message: broken }];
  try {
    const { files, problems } = await readArchive(zip);
    if (problems.length > 0) return problems;
    const total = files.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
    let done = 0;
    for (const { path, entry } of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      const message = await unpackEntry(zip, entry, join(folder, path));
      if (message) problems.push({ file: path, message });
      done += entry.uncompressedSize;
      await progress(done, total);
    }
    return problems;
  } finally {
    zip.close();
  }
}
