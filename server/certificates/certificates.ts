import type { CertificatePaper } from "../../app/settings/portal-context";
import { createDrawings, type Drawings } from "../pictures/drawings";

/**
 * Draws certificates, as PDF and as pictures; each file has some 100 KB. Where too many wait, requests are told to come
 * back. One with another name is another one.
 * @param filename the thread's program: certificate.ts, bundled
 */
export const createCertificates = (filename: string): Drawings<CertificatePaper> =>
  createDrawings({
    filename,
    cacheBytes: 6 * 1024 * 1024,
    timeMaximum: 15_000,
    heapMegabytes: 192,
    keyOf: (paper) => JSON.stringify(Object.entries(paper).sort(([a], [b]) => (a < b ? -1 : 1))),
    failure: "证书没有画出来",
  });
