import type { FileHandle } from "node:fs/promises";
import { BufferSource, CustomSource, FilePathSource, Input, MP4, type Source, WEBM } from "mediabunny";

/** The properties of a video, by its content. */
export interface VideoFacts {
  /** Whole seconds, at least one. */
  seconds: number;
  width: number;
  height: number;
  /** The media type with its codecs, for a `<source>`. */
  type: string;
}

type Read = VideoFacts | { problem: string };
type Ending = "webm" | "mp4";

const containers = {
  webm: {
    format: WEBM,
    codecs: new Set<string | null>(["vp8", "vp9", "av1", "opus", "vorbis"]),
    broken: "内容不是 WebM 视频，或已损坏",
    wrong: (codec: string) => `WebM 里的编码 ${codec} 不支持，应为 VP8、VP9 或 AV1`,
  },
  mp4: {
    format: MP4,
    codecs: new Set<string | null>(["avc", "aac"]),
    broken: "内容不是 MP4 视频，或索引（moov）不在文件开头：用 ffmpeg -movflags +faststart 重新封装",
    wrong: (codec: string) => `MP4 里的编码 ${codec} 不支持，应为 H.264 和 AAC`,
  },
};

/** Reads up to `length` bytes from a position. */
type ReadAt = (at: number, length: number) => Promise<Buffer>;

/** Whether the index of an MP4 comes before its data, so that it plays before it is loaded completely. */
async function indexStandsFirst(read: ReadAt): Promise<boolean> {
  for (let at = 0; ; ) {
    const head = await read(at, 16);
    if (head.byteLength < 8) return false;
    const type = head.toString("latin1", 4, 8);
    if (type === "moov" || type === "mdat") return type === "moov";
    const size = head.readUInt32BE(0);
    const length = size === 1 && head.byteLength === 16 ? Number(head.readBigUInt64BE(8)) : size;
    if (length < 8) return false;
    at += length;
  }
}

/**
 * Reads the properties of a video on the disk, or its problem. Accepted are WebM with VP8, VP9 or AV1, and MP4 with
 * H.264 whose index comes first, so that it plays before it is loaded completely.
 * @param place the path of the video; `handle` is the open file
 */
export function readVideoFile(handle: FileHandle, place: string, ending: Ending): Promise<Read> {
  const read: ReadAt = async (at, length) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  };
  return readVideo(read, () => new FilePathSource(place), ending);
}

/** Like `readVideoFile`, for a video in memory. */
export const readVideoBytes = (content: Buffer, ending: Ending): Promise<Read> =>
  readVideo(
    async (at, length) => content.subarray(at, at + length),
    () => new BufferSource(content),
    ending,
  );

/** How many bytes of a stored video are cached while it is examined. */
const cacheBytes = 4 * 1024 * 1024;

/** Like `readVideoFile`, for a stored video. @param read reads its bytes from a position */
export const readStoredVideo = (read: ReadAt, bytes: number, ending: Ending): Promise<Read> =>
  readVideo(
    read,
    () =>
      new CustomSource({
        getSize: () => bytes,
        read: (start, end) => read(start, end - start),
        maxCacheSize: cacheBytes,
      }),
    ending,
  );

/** The problem of a video by its first bytes, before the rest is sent; null if it may be a video. */
export async function headProblem(head: Uint8Array, ending: Ending): Promise<string | null> {
  const content = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const { broken } = containers[ending];
  if (ending === "webm")
    return content.readUIntBE(0, Math.min(4, content.byteLength)) === 0x1a45dfa3 ? null : broken;
  const first = await indexStandsFirst(async (at, length) => content.subarray(at, at + length));
  return content.toString("latin1", 4, 8) === "ftyp" && first ? null : broken;
}

async function readVideo(read: ReadAt, open: () => Source, ending: Ending): Promise<Read> {
  const { format, codecs, broken, wrong } = containers[ending];
  const problem = { problem: broken };
  if (ending === "mp4" && !(await indexStandsFirst(read))) return problem;
  const input = new Input({ source: open(), formats: [format] });
  try {
    if (!(await input.canRead())) return problem;
    for (const track of await input.getTracks()) {
      const codec = await track.getCodec();
      if (codecs.has(codec)) continue;
      const id = String((await track.getInternalCodecId()) ?? codec ?? "?");
      return { problem: wrong(id.replace(/[^\w./-]/g, "?").slice(0, 30)) };
    }
    const video = await input.getPrimaryVideoTrack();
    if (!video) return problem;
    const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
    const seconds = await input.computeDuration();
    if (!width || !height || !(seconds > 0)) return problem;
    return { seconds: Math.max(1, Math.round(seconds)), width, height, type: await input.getMimeType() };
  } catch {
    // The package throws many kinds of errors for broken or other files. All mean the same to people.
    return problem;
  } finally {
    input.dispose();
  }
}
