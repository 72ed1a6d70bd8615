import type { FileHandle } from "node:fs/promises";

/** What a video is, by its own header. */
export interface VideoFacts {
  /** Whole seconds, at least one. */
  seconds: number;
  width: number;
  height: number;
}

type Read = VideoFacts | { problem: string };

/** A header that is longer is none that a browser begins to play by. */
const headerBytes = 2 * 1024 * 1024;

async function readHeader(handle: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
  return buffer.subarray(0, bytesRead);
}

/** An element of WebM: its id, and where its content begins and ends (the header's end where it is open). */
interface Element {
  id: number;
  from: number;
  to: number;
}

function* elementsOf(data: Buffer, from: number, to: number): Generator<Element> {
  for (let at = from; at < to; ) {
    const idLength = Math.clz32(data[at] ?? 0) - 23;
    const sizeAt = at + idLength;
    const sizeLength = Math.clz32(data[sizeAt] ?? 0) - 23;
    const contentAt = sizeAt + sizeLength;
    if (idLength > 4 || sizeLength > 8 || contentAt > to) return;
    let size = (data[sizeAt] ?? 0) & (0xff >> sizeLength);
    let open = size === 0xff >> sizeLength;
    for (let index = 1; index < sizeLength; index += 1) {
      const byte = data[sizeAt + index] ?? 0;
      size = size * 256 + byte;
      open &&= byte === 0xff;
    }
    const end = open ? to : Math.min(to, contentAt + size);
    yield { id: data.readUIntBE(at, idLength), from: contentAt, to: end };
    at = open ? to : contentAt + size;
  }
}

const webm = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  entry: 0xae,
  codec: 0x86,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
} as const;
const webmCodecs = /^(?:V_VP8|V_VP9|V_AV1|A_OPUS|A_VORBIS)$/;

function readWebm(data: Buffer): Read {
  const broken = { problem: "内容不是 WebM 视频，或已损坏" };
  const child = (parent: Element | undefined, id: number) =>
    parent && [...elementsOf(data, parent.from, parent.to)].find((element) => element.id === id);
  const root = { id: 0, from: 0, to: data.length };
  const text = (element: Element | undefined) =>
    element ? data.toString("latin1", element.from, element.to).replace(/\0+$/, "") : "";
  const whole = (element: Element | undefined) =>
    element && element.to - element.from <= 6 && element.to > element.from
      ? data.readUIntBE(element.from, element.to - element.from)
      : 0;
  const float = (element: Element | undefined) => {
    const length = element ? element.to - element.from : 0;
    if (element && length === 4) return data.readFloatBE(element.from);
    return element && length === 8 ? data.readDoubleBE(element.from) : 0;
  };
  if (text(child(child(root, webm.header), webm.docType)) !== "webm") return broken;
  const segment = child(root, webm.segment);
  const info = child(segment, webm.info);
  const tracks = child(segment, webm.tracks);
  const entries = tracks
    ? [...elementsOf(data, tracks.from, tracks.to)].filter(({ id }) => id === webm.entry)
    : [];
  const wrong = entries
    .map((entry) => text(child(entry, webm.codec)))
    .find((codec) => !webmCodecs.test(codec));
  if (wrong !== undefined)
    return { problem: `WebM 里的编码 ${wrong.slice(0, 30)} 不支持，应为 VP8、VP9 或 AV1` };
  const video = entries.map((entry) => child(entry, webm.video)).find(Boolean);
  const [width, height] = [whole(child(video, webm.width)), whole(child(video, webm.height))];
  const duration = float(child(info, webm.duration)) * (whole(child(info, webm.scale)) || 1_000_000);
  if (!width || !height || !(duration > 0)) return broken;
  return { seconds: Math.max(1, Math.round(duration / 1e9)), width, height };
}

function* boxesOf(
  data: Buffer,
  from: number,
  to: number,
): Generator<{ type: string; from: number; to: number }> {
  for (let at = from; at + 8 <= to; ) {
    const size = data.readUInt32BE(at);
    if (size < 8) return;
    yield { type: data.toString("latin1", at + 4, at + 8), from: at + 8, to: Math.min(to, at + size) };
    at += size;
  }
}

function readMp4(data: Buffer): Read {
  const broken = {
    problem: "内容不是 MP4 视频，或索引（moov）不在文件开头：用 ffmpeg -movflags +faststart 重新封装",
  };
  type Box = { from: number; to: number };
  const children = (parent: Box, type: string) =>
    [...boxesOf(data, parent.from, parent.to)].filter((box) => box.type === type);
  const root = { from: 0, to: data.length };
  const [moov] = children(root, "moov");
  if (data.toString("latin1", 4, 8) !== "ftyp" || !moov) return broken;
  const [mvhd] = children(moov, "mvhd");
  if (!mvhd || data[mvhd.from] !== 0 || mvhd.to - mvhd.from < 20) return broken;
  const seconds = data.readUInt32BE(mvhd.from + 16) / (data.readUInt32BE(mvhd.from + 12) || 1);
  let size: { width: number; height: number } | null = null;
  for (const track of children(moov, "trak")) {
    const way = ["mdia", "minf", "stbl", "stsd"];
    const description = way.reduce<Box | undefined>(
      (box, type) => (box ? children(box, type)[0] : box),
      track,
    );
    if (!description || description.to - description.from < 16) continue;
    const codec = data.toString("latin1", description.from + 12, description.from + 16);
    if (!/^(?:avc1|avc3|mp4a)$/.test(codec))
      return { problem: `MP4 里的编码 ${codec.replace(/[^\w-]/g, "?")} 不支持，应为 H.264 和 AAC` };
    const entry = description.from + 8;
    if (codec.startsWith("avc") && description.to >= entry + 36)
      size = { width: data.readUInt16BE(entry + 32), height: data.readUInt16BE(entry + 34) };
  }
  if (!size?.width || !size.height || !(seconds > 0)) return broken;
  return { seconds: Math.max(1, Math.round(seconds)), ...size };
}

/**
 * What a video on the disk is, by its container's header, or what is wrong with it: WebM with VP8, VP9 or AV1,
 * MP4 with H.264 whose index stands in front, so that it plays before all of it is there.
 */
export async function readVideoFile(handle: FileHandle, ending: string): Promise<Read> {
  const data = await readHeader(handle);
  try {
    return ending === "webm" ? readWebm(data) : readMp4(data);
  } catch (error) {
    if (error instanceof RangeError) return { problem: "视频的文件头已损坏" };
    throw error;
  }
}
