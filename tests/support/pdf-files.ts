/** PDFs for tests, with the objects that a file needs and no more. */
import { eq } from "drizzle-orm";
import type { Database } from "gateway/database/open";
import { files } from "gateway/database/schema";
import { storePieces } from "gateway/files/storage/store";
import { databaseOnly } from "gateway/files/stores/file-stores";
import { addResource } from "./catalogue";

interface PdfOptions {
  /** Lines that ask for a password: the file's strings are then expected to be encrypted. */
  locked?: boolean;
  /** Links on the first page, one below the other: to an address, or to a page, from 1. */
  links?: (string | number)[];
}

const hex = (text: string) =>
  [...Buffer.from(text, "utf16le").swap16()].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** A file of numbered objects, of which the first is the catalogue. */
export function pdfOf(objects: string[], trailer = ""): Uint8Array<ArrayBuffer> {
  let text = "%PDF-1.7\n";
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const xref = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const place of places) text += `${String(place).padStart(10, "0")} 00000 n \n`;
  text += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${xref}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(text, "latin1"));
}

const streamOf = (content: string) => `<</Length ${content.length}>>stream\n${content}\nendstream`;

/**
 * A PDF whose pages have these lines, in a Chinese font that is not in the file, as vendors' tools write it. A page
 * without lines has a line drawn instead, as a scan has a picture.
 */
export function writePdf(
  pages: string[][],
  { locked = false, links = [] }: PdfOptions = {},
): Uint8Array<ArrayBuffer> {
  const first = 6;
  const kids = pages.map((_, index) => `${first + 2 * index} 0 R`).join(" ");
  const annotations = links.map((target, at) => {
    const place = `/Rect[50 ${400 - 30 * at} 250 ${420 - 30 * at}]/Border[0 0 0]`;
    const to =
      typeof target === "string"
        ? `/A<</S/URI/URI(${target})>>`
        : `/Dest[${first + 2 * (target - 1)} 0 R/Fit]`;
    return `<</Type/Annot/Subtype/Link${place}${to}>>`;
  });
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    "<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[4 0 R]>>",
    "<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 4>>/FontDescriptor 5 0 R>>",
    "<</Type/FontDescriptor/FontName/STSong-Light/Flags 6/FontBBox[-25 -254 1000 880]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880/StemV 93>>",
    ...pages.flatMap((lines, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 595]/Contents ${first + 2 * index + 1} 0 R/Resources<</Font<</F 3 0 R>>>>${index === 0 && annotations.length > 0 ? `/Annots[${annotations.join("")}]` : ""}>>`,
      streamOf(
        lines.length > 0
          ? `BT /F 10 Tf 16 TL 50 540 Td ${lines.map((line) => `<${hex(line)}> Tj T*`).join("\n")} ET`
          : "10 10 m 200 200 l S",
      ),
    ]),
  ];
  if (!locked) return pdfOf(objects);
  // No password fits these marks, so readers ask for one before they read anything.
  const mark = "00".repeat(32);
  objects.push(`<</Filter/Standard/V 1/R 2/Length 40/P -4/O<${mark}>/U<${mark}>>>`);
  return pdfOf(objects, `/Encrypt ${objects.length} 0 R/ID[<${mark}><${mark}>]`);
}

/** Adds a resource whose version is this document, as a load does, without reading it. @returns the version's id */
export async function addDocument(
  database: Database,
  added: Parameters<typeof addResource>[1],
  content: Uint8Array,
): Promise<number> {
  const name = await storePieces(
    { database, files: databaseOnly },
    { content: Buffer.from(content), type: "application/pdf" },
  );
  await database.update(files).set({ bytes: content.byteLength }).where(eq(files.name, name));
  return addResource(database, { ...added, fileName: name });
}
