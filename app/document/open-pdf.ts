import * as pdfjs from "pdfjs-dist/legacy/build/pdf.mjs";
import workerAddress from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";

export type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";
export const { TextLayer } = pdfjs;

/** The tables and fonts that the build places beside the code (vite.config.ts), by the version of PDF.js. */
const tables = `/assets/pdf-${pdfjs.version}`;
pdfjs.GlobalWorkerOptions.workerSrc = workerAddress;

/** The bytes that are asked for at once, where the file's address gives parts. */
const rangeBytes = 256 * 1024;
/** The most points of a picture in a page: a larger one would be as much memory again. */
const pictureMaximum = 32 * 1024 * 1024;

/**
 * Opens a document. Only what a shown page needs is fetched. No script in a document is run, and none is made of its
 * functions and fonts.
 */
export const openPdf = (address: string) =>
  pdfjs.getDocument({
    url: address,
    cMapUrl: `${tables}/cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${tables}/standard_fonts/`,
    wasmUrl: `${tables}/wasm/`,
    useWasm: false,
    isEvalSupported: false,
    enableXfa: false,
    disableAutoFetch: true,
    disableStream: true,
    rangeChunkSize: rangeBytes,
    maxImageSize: pictureMaximum,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });

/** What a reader is told about a document that does not open. */
export function openingProblem(error: unknown): string {
  const { name = "", status } = (error ?? {}) as { name?: string; status?: number };
  if (name === "PasswordException") return "这份文档设了打开密码，在这里打不开。";
  if (name === "InvalidPDFException") return "这份文档已损坏，在这里打不开。";
  if (status === 410 || status === 404) return "文件的地址已失效，请刷新页面再打开。";
  return "文档没有取到，请检查网络后再试。";
}
