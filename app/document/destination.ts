import type { PDFDocumentProxy } from "./open-pdf";

/** Where an item of an outline or a link leads: a name, or a place. */
export type Destination = string | unknown[] | null;

/** The page of a destination, from 1; null where the document does not say it. */
export async function pageOf(pdf: PDFDocumentProxy, dest: Destination): Promise<number | null> {
  const place = typeof dest === "string" ? await pdf.getDestination(dest) : dest;
  const [target] = (place ?? []) as unknown[];
  if (typeof target === "number") return target + 1;
  if (target === null || typeof target !== "object") return null;
  return (await pdf.getPageIndex(target as Parameters<PDFDocumentProxy["getPageIndex"]>[0])) + 1;
}
