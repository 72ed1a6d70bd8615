import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { animation, canvas, hugePng, samplePdf, sampleZip, zip } from "./upload-files";

const part = (name: string) => ({ name, content: Buffer.from("<x/>") });
const office = (...names: string[]) => zip(["[Content_Types].xml", ...names].map(part));
const sizeOf = (text: string) => text.split("x").map(Number) as [number, number];

/**
 * An empty 7z archive. With `missing`, its header names a directory of so many bytes that the file does not contain.
 */
function sevenZip(missing = 0): Buffer {
  const header = Buffer.alloc(32);
  Buffer.from("377abcaf271c", "hex").copy(header);
  header.writeBigUInt64LE(BigInt(missing), 20);
  return header;
}

function tar(): Buffer {
  const blocks = Buffer.alloc(2_048);
  blocks.write("main.c", 0);
  blocks.write("ustar", 257);
  return blocks;
}

/** What the second column of `tests/fixtures/files.tsv` can contain: a kind, then an optional colon and a detail. */
const made: Record<string, (what: string) => Buffer | Promise<Buffer>> = {
  text: (what) => Buffer.from(what),
  latin1: (what) => Buffer.from(what, "latin1"),
  utf16le: (what) => Buffer.from(what, "utf16le"),
  utf16be: (what) => Buffer.from(what, "utf16le").swap16(),
  hex: (what) => Buffer.from(what, "hex"),
  /** Random bytes that are not valid text. */
  noise: (what) =>
    Buffer.from(Array.from({ length: Number(what) }, (_, at) => (at * 7_919 + (at >> 3)) % 256)),
  jpeg: (what) =>
    canvas(...sizeOf(what))
      .jpeg({ quality: 30 })
      .toBuffer(),
  png: (what) =>
    canvas(...sizeOf(what))
      .png()
      .toBuffer(),
  webp: (what) =>
    canvas(...sizeOf(what))
      .webp()
      .toBuffer(),
  gif: (what) => animation("gif", Number(what)),
  pngHeader: (what) => hugePng(...sizeOf(what)),
  heic: () => Buffer.concat([Buffer.from("000000186674797068656963", "hex"), Buffer.alloc(64)]),
  zip: () => sampleZip(),
  zipCut: () => sampleZip().subarray(0, -10),
  docx: () => office("word/document.xml"),
  docxMacro: () => office("word/document.xml", "word/vbaProject.bin"),
  xlsx: () => office("xl/workbook.xml"),
  pptx: () => office("ppt/presentation.xml"),
  sevenZip: (what) => sevenZip(Number(what || 0)),
  rar: () => Buffer.concat([Buffer.from("526172211a0701", "hex"), Buffer.alloc(40, 1)]),
  gzip: () => gzipSync(tar()),
  tar,
  xz: () => Buffer.concat([Buffer.from("fd377a585a00", "hex"), Buffer.alloc(20), Buffer.from("YZ")]),
  pdf: () => samplePdf(),
  elf: () => Buffer.concat([Buffer.from("7f454c46010101", "hex"), Buffer.alloc(60)]),
  uf2: () => Buffer.concat([Buffer.from("5546320a", "hex"), Buffer.alloc(508)]),
};

/** One line of the cases: a file's name, its bytes, and the expected result. */
export interface FileCase {
  name: string;
  bytes: () => Promise<Buffer>;
  expected: string;
}

const unescaped = (text: string) =>
  text.replace(/\\(?:r|n|x([0-9a-f]{2}))/g, (found, hex?: string) =>
    hex ? String.fromCharCode(Number.parseInt(hex, 16)) : found === "\\r" ? "\r" : "\n",
  );

/** The cases of `tests/fixtures/files.tsv`. */
export function fileCases(): FileCase[] {
  const lines = readFileSync("tests/fixtures/files.tsv", "utf8").trimEnd().split("\n").slice(1);
  return lines.map((line) => {
    const [name = "", bytes = "", expected = ""] = line.split("\t");
    const [kind = "", what = ""] = bytes.split(/:(.*)/s);
    const make = made[kind];
    if (!make) throw new Error(`no such bytes: ${bytes}`);
    return { name, bytes: async () => make(unescaped(what)), expected };
  });
}
