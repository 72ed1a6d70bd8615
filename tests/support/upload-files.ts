import { crc32, deflateRawSync } from "node:zlib";
import sharp from "sharp";

/** A picture of one colour. */
export const canvas = (width: number, height: number, background = "#0b7d6b") =>
  sharp({ create: { width, height, channels: 3, background } });

export const png = (width = 40, height = 30) => canvas(width, height).png().toBuffer();

/** An animation of that many frames, each in another colour. */
export async function animation(
  type: "gif" | "webp",
  frames: number,
  width = 32,
  height = 24,
): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * frames * 3);
  for (let frame = 0; frame < frames; frame += 1)
    pixels.fill(((frame * 53) % 200) + 20, frame * width * height * 3, (frame + 1) * width * height * 3);
  const image = sharp(pixels, { raw: { width, height: height * frames, channels: 3, pageHeight: height } });
  const timing = { delay: Array<number>(frames).fill(80), loop: 0 };
  return type === "gif" ? image.gif(timing).toBuffer() : image.webp(timing).toBuffer();
}

/** The header of a PNG that claims this size, with almost no data behind it. */
export async function hugePng(width: number, height: number): Promise<Buffer> {
  const small = await png(1, 1);
  small.writeUInt32BE(width, 16);
  small.writeUInt32BE(height, 20);
  small.writeUInt32BE(crcOf(small.subarray(12, 29)), 29);
  return small;
}

/** Node 20 has no zlib.crc32 before 20.15. */
function crcOf(bytes: Uint8Array): number {
  if (typeof crc32 === "function") return crc32(bytes);
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

interface ZipEntry {
  name: string;
  content: Buffer;
  /** A wrong size in the header. */
  says?: number;
  /** Uses the data of the entry before it. */
  shares?: boolean;
  /** Its general purpose flags: 1 for encrypted. */
  flags?: number;
  /** The type and rights of a Unix file. */
  mode?: number;
}

/** A ZIP archive as usual packers write it, except for what an entry sets itself. */
export function zip(entries: ZipEntry[], comment = ""): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  let last = 0;
  for (const { name, content, says, shares, flags = 0, mode } of entries) {
    const packed = deflateRawSync(content);
    const title = Buffer.from(name);
    if (!shares) {
      const local = Buffer.alloc(30);
      local.writeUInt32LE(0x04034b50, 0);
      local.writeUInt16LE(8, 8);
      local.writeUInt32LE(crcOf(content), 14);
      local.writeUInt32LE(packed.length, 18);
      local.writeUInt32LE(content.length, 22);
      local.writeUInt16LE(title.length, 26);
      last = at;
      locals.push(local, title, packed);
      at += 30 + title.length + packed.length;
    }
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    if (mode !== undefined) entry.writeUInt16LE(3 << 8, 4);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(crcOf(content), 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(says ?? content.length, 24);
    entry.writeUInt16LE(title.length, 28);
    if (mode !== undefined) entry.writeUInt32LE((mode << 16) >>> 0, 38);
    entry.writeUInt32LE(last, 42);
    directory.push(entry, title);
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...locals, list, end, Buffer.from(comment)]);
}

export const sampleZip = () =>
  zip([
    { name: "Makefile", content: Buffer.from("all:\n\tgcc main.c\n") },
    { name: "main.c", content: Buffer.from("int main(void) { return 0; }\n") },
  ]);

export const samplePdf = () => Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");
