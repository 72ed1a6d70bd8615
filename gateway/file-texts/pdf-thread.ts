import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type MessagePort, workerData } from "node:worker_threads";
import { giveWay, threadFolder } from "../workers/give-way";
import { pageText, type TextPiece } from "./page-text";

giveWay((workerData as { niceness?: number } | null)?.niceness ?? 0);

/** A task for the thread: a file, the page to begin with, and the port for what it reads. */
export interface PdfTask {
  bytes: Uint8Array;
  from: number;
  /** Pages that are not read: they cost too much. */
  skip: number[];
  /** The last page to read, and how many characters of a page. */
  upTo: number;
  pageCharacters: number;
  port: MessagePort;
}

/** The text of a page; empty for one without. */
export interface PageText {
  page: number;
  text: string;
}

/**
 * A message of the thread: the page that it begins with (0: opening the file) and its folder in /proc, or pages that it has read. It goes on when the latter is
 * answered, so that no more than a few pages are in memory.
 */
export type PdfMessage = { begins: number; thread: string | null } | { pages: PageText[]; total: number };

/** How the reading of a file ended: with its last page, or with a file that cannot be opened. */
export type PdfEnd = "all" | "locked" | "broken";

/** Pages and characters of one message. */
const [atOnce, charactersAtOnce] = [20, 100_000];

/** Loads PDF.js without what it says of a missing package that draws. */
async function quietly<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const { log, warn } = console;
  console.log = console.warn = () => undefined;
  try {
    return await load();
  } finally {
    Object.assign(console, { log, warn });
  }
}

async function openPdf(data: Uint8Array) {
  // PDF.js creates these when it is loaded. It needs them for drawing only, which nobody does here.
  const stubs = globalThis as Record<string, unknown>;
  for (const name of ["DOMMatrix", "ImageData", "Path2D"]) stubs[name] ??= class {};
  const { getDocument, VerbosityLevel } = await quietly(() => import("pdfjs-dist/legacy/build/pdf.mjs"));
  const packageFolder = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
  return getDocument({
    data,
    // The tables of Chinese, Japanese and Korean fonts that are not in the file.
    cMapUrl: `${join(packageFolder, "cmaps")}/`,
    cMapPacked: true,
    standardFontDataUrl: `${join(packageFolder, "standard_fonts")}/`,
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  });
}

/**
 * The program of the thread that reads PDFs: sends the text of each page to the port. A page that cannot be read has no
 * text; what costs too much is ended by whoever waits (pdf-reader.ts).
 */
export default async function readPdf({
  bytes,
  from,
  skip,
  upTo,
  pageCharacters,
  port,
}: PdfTask): Promise<PdfEnd> {
  const send = (message: PdfMessage) => port.postMessage(message);
  const thread = threadFolder();
  send({ begins: 0, thread });
  const task = await openPdf(bytes);
  try {
    const pdf = await task.promise;
    const total = pdf.numPages;
    let pages: PageText[] = [];
    const handOver = async () => {
      const taken = once(port, "message");
      send({ pages, total });
      await taken;
      pages = [];
    };
    for (let page = from; page <= Math.min(total, upTo); page += 1) {
      if (skip.includes(page)) continue;
      send({ begins: page, thread });
      const text = await textOf(pdf, page, pageCharacters);
      pages.push({ page, text });
      const characters = pages.reduce((sum, each) => sum + each.text.length, 0);
      if (pages.length >= atOnce || characters >= charactersAtOnce) await handOver();
    }
    // Also without pages: the file's number of pages is told.
    await handOver();
    return "all";
  } catch (error) {
    if ((error as Error).name === "PasswordException") return "locked";
    return "broken";
  } finally {
    port.close();
    await task.destroy().catch(() => undefined);
  }
}

type Pdf = Awaited<Awaited<ReturnType<typeof openPdf>>["promise"]>;

async function textOf(pdf: Pdf, number: number, pageCharacters: number): Promise<string> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const text = pageText(
      items.filter((item): item is TextPiece & typeof item => "str" in item),
      pageCharacters,
    );
    page.cleanup();
    return text;
  } catch {
    return "";
  }
}
