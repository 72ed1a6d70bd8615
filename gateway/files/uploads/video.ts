import type { FileHandle } from "node:fs/promises";
import { BufferSource, CustomSource, FilePathSource, Input, MP4, type Source, WEBM } from "mediabunny";

/** What a video is, by its own content. */
export interface VideoFacts {
  /** Whole seconds, at least one. */
  seconds: number;
  width: number;
  height: number;
  /** The media type with its codecs, as a `<source>` names it. */
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

/** Reads up to this many bytes from a place. */
type ReadAt = (at: number, length: number) => Promise<Buffer>;

/** Whether the index of an MP4 stands before its data, so that it plays before all of it is there. */
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
 * What a video on the disk is, by its content, or what is wrong with it: WebM with VP8, VP9 or AV1, MP4 with
 * H.264 whose index stands in front, so that it plays before all of it is there.
 * @param place where it lies; `handle` is open on it
 */
export function readVideoFile(handle: FileHandle, place: string, ending: Ending): Promise<Read> {
  const read: ReadAt = async (at, length) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  };
  return readVideo(read, () => new FilePathSource(place), ending);
}

/** The same of a video that somebody sent. */
export const readVideoBytes = (content: Buffer, ending: Ending): Promise<Read> =>
  readVideo(
    async (at, length) => content.subarray(at, at + length),
    () => new BufferSource(content),
    ending,
  );

/** Of what is read of a stored video at once, so much stays in memory. */
const cacheBytes = 4 * 1024 * 1024;

/** The same of one that lies in the store. @param read its bytes from a place on */
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

/** What is wrong with a video by its first bytes, before the rest of it is sent; null where it may be one. */
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
    // The package throws errors of many kinds over what is cut off or no video; each means the same to people.
    return problem;
  } finally {
    input.dispose();
  }
}
