import { open } from "node:fs/promises";
import { fileTypes } from "../../../files/file-types";
import { imageType, rasterFacts } from "../../../files/pictures/image";
import { svgSize } from "../../../files/pictures/svg";
import { readVideoFile, type VideoFacts } from "../../../files/uploads/video";
import { readZipFile } from "../../../files/uploads/zip";
import type { PackBinary, PackFolder } from "../pack-files";
import { fieldName } from "../parse/yaml";
import type { Pack } from "../parse-pack";
import type { Problem } from "../problems";
import { type CaptionLine, readCaptions } from "./captions";

/** The facts about the contents of the pack's files, by their path. */
export interface BinaryFacts {
  /** The sizes of pictures, including SVG. */
  pictures: Map<string, { width: number; height: number }>;
  /** The entries of archives. */
  archives: Map<string, { name: string; bytes: number }[]>;
  videos: Map<string, VideoFacts>;
  /** Captions, and the line of the file for each. */
  captions: Map<string, CaptionLine[]>;
  captionPlaces: Map<string, number[]>;
}

const endingOf = (path: string) => path.slice(path.lastIndexOf(".") + 1);

function pdfProblem(head: Buffer, tail: Buffer): string | null {
  if (!/^%PDF-\d\.\d/.test(head.toString("latin1", 0, 8))) return "内容不是 PDF，与后缀 .pdf 不符";
  return tail.toString("latin1").includes("%%EOF") ? null : "PDF 不完整，请重新导出";
}

/** Checks the content of one file. @returns the problem, or null */
async function look(
  { path, place, bytes }: PackBinary,
  facts: BinaryFacts,
): Promise<string | null | { problem: string; line?: number }> {
  const ending = endingOf(path);
  const handle = await open(place);
  try {
    const read = async (at: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, Math.max(0, at));
      return buffer.subarray(0, bytesRead);
    };
    if (ending === "pdf") return pdfProblem(await read(0, 8), await read(bytes - 2_048, 2_048));
    if (ending === "vtt") {
      const found = readCaptions(await read(0, bytes));
      if ("problem" in found) return found;
      facts.captions.set(path, found.lines);
      facts.captionPlaces.set(path, found.places);
      return null;
    }
    if (ending === "zip") {
      const found = await readZipFile(handle, bytes);
      if ("problem" in found) return found.problem;
      facts.archives.set(path, found.entries);
      return null;
    }
    if (ending === "webm" || ending === "mp4") {
      const found = await readVideoFile(handle, place, ending);
      if ("problem" in found) return found.problem;
      facts.videos.set(path, found);
      return null;
    }
    const content = await read(0, bytes);
    const type = imageType(content);
    if (!type || fileTypes[type] !== ending) return `图片内容与后缀 .${ending} 不符`;
    const size = await rasterFacts(content);
    if (!size) return "图片已损坏、不完整，或超过 4000 万像素";
    facts.pictures.set(path, size);
    return null;
  } finally {
    await handle.close();
  }
}

/** The places at which a pack names its files, by path. A problem of a file is reported at this place. */
function referencesOf({ catalogue }: Pack): Map<string, Omit<Problem, "message">> {
  const places = new Map<string, Omit<Problem, "message">>();
  const checkFile = (
    path: string | undefined,
    text: { file: string; lineOf(steps: PropertyKey[]): number },
    steps: PropertyKey[],
  ) => {
    if (path !== undefined && !places.has(path))
      places.set(path, { file: text.file, line: text.lineOf(steps), field: fieldName(steps) });
  };
  for (const resource of catalogue.resources)
    for (const [index, { file }] of resource.front.versions.entries())
      checkFile(file, resource, ["versions", index, "file"]);
  for (const notice of catalogue.notices) checkFile(notice.front.file, notice, ["file"]);
  for (const product of catalogue.products)
    for (const [index, { file }] of product.front.certifications.entries())
      checkFile(file, product, ["certifications", index, "file"]);
  for (const activity of catalogue.activities)
    for (const [index, { file }] of activity.front.attachments.entries())
      checkFile(file, activity, ["attachments", index, "file"]);
  const { videos } = catalogue;
  for (const [index, { file, captions }] of (videos?.value.videos ?? []).entries()) {
    const text = { file: "videos.yaml", lineOf: videos?.lineOf ?? (() => 1) };
    checkFile(file, text, ["videos", index, "file"]);
    checkFile(captions, text, ["videos", index, "captions"]);
  }
  for (const course of catalogue.courses)
    for (const [chapter, { lessons }] of course.front.chapters.entries())
      for (const [index, { videos: files = [], captions }] of lessons.entries()) {
        const path = ["chapters", chapter, "lessons", index];
        for (const [at, file] of files.entries()) checkFile(file, course, [...path, "videos", at]);
        checkFile(captions, course, [...path, "captions"]);
      }
  return places;
}

/** The seconds by which two files of one recording may differ, and by which captions may pass its end. */
const tolerance = 2;

/** Checks for each lesson that its videos have the same length, and that captions and slides end with them. */
function checkLessonVideos({ catalogue }: Pack, facts: BinaryFacts, problems: Problem[]) {
  for (const course of catalogue.courses)
    for (const [chapter, { lessons }] of course.front.chapters.entries())
      for (const [index, { videos = [], captions = "", slides }] of lessons.entries()) {
        const report = (steps: PropertyKey[], message: string) => {
          const path = ["chapters", chapter, "lessons", index, ...steps];
          problems.push({ file: course.file, line: course.lineOf(path), field: fieldName(path), message });
        };
        const lengths = videos.flatMap((name) => facts.videos.get(name)?.seconds ?? []);
        const [seconds] = lengths;
        if (seconds === undefined) continue;
        if (lengths.some((other) => Math.abs(other - seconds) > tolerance))
          report(["videos", 1], `两个视频不一样长（${lengths.join(" 秒、")} 秒），应是同一段录像`);
        for (const [at, slide] of slides.entries())
          if (slide.at !== undefined && slide.at > seconds)
            report(["slides", at, "at"], `晚于视频结束（${seconds} 秒）`);
        const late = (facts.captions.get(captions) ?? []).findIndex(
          ({ until }) => until > seconds + tolerance,
        );
        if (late >= 0) {
          const line = facts.captionPlaces.get(captions)?.[late];
          problems.push({
            file: captions,
            ...(line === undefined ? {} : { line }),
            message: `字幕晚于视频结束（${seconds} 秒）`,
          });
        }
      }
}

/** Checks the hashes that a pack gives for its own files. */
function checkHashes(pack: Pack, { binaries }: PackFolder, problems: Problem[]) {
  for (const { front, file, lineOf } of pack.catalogue.resources)
    for (const [index, version] of front.versions.entries()) {
      const stored = version.file === undefined ? undefined : binaries.get(version.file);
      if (!stored) continue;
      const report = (field: "sha256" | "bytes", real: string | number) =>
        problems.push({
          file,
          line: lineOf(["versions", index, field]),
          field: `versions[${index}].${field}`,
          message: `与 ${version.file} 不符：它的 ${field} 是 ${real}`,
        });
      if (version.sha256 !== undefined && version.sha256 !== stored.sha256) report("sha256", stored.sha256);
      if (version.bytes !== undefined && version.bytes !== stored.bytes) report("bytes", stored.bytes);
    }
}

/**
 * Checks every picture, file and video of a pack: it must have the type of its name, be complete, and be harmless to
 * people who open it. Adds problems to `problems`.
 */
export async function checkBinaries(
  pack: Pack,
  folder: PackFolder,
  problems: Problem[],
): Promise<BinaryFacts> {
  const facts: BinaryFacts = {
    pictures: new Map(),
    archives: new Map(),
    videos: new Map(),
    captions: new Map(),
    captionPlaces: new Map(),
  };
  for (const [path, content] of pack.pictures)
    facts.pictures.set(path, svgSize(content.toString("utf8")) ?? { width: 0, height: 0 });
  const references = referencesOf(pack);
  for (const binary of folder.binaries.values()) {
    const found = await look(binary, facts);
    if (!found) continue;
    const { problem: message, line } = typeof found === "string" ? { problem: found } : found;
    const place = references.get(binary.path);
    // A line in the file itself helps more than the place that names the file.
    if (line !== undefined) problems.push({ file: binary.path, line, message });
    else
      problems.push(
        place ? { ...place, message: `${binary.path}：${message}` } : { file: binary.path, message },
      );
  }
  checkLessonVideos(pack, facts, problems);
  checkHashes(pack, folder, problems);
  return facts;
}
