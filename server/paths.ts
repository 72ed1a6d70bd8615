import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
/** The folder of the running build, wherever it was copied; in a run from the sources, the build folder beside them. */
const buildFolder = existsSync(join(here, "backend.js")) ? here : join(here, "..", "build");
/** The sources, if the build folder is inside them. */
const sources = join(buildFolder, "..");
const isInSources = existsSync(join(sources, "server.ts"));

/**
 * The program of the text threads: always a bundle, also when the rest runs from the sources (`npm run dev` builds it).
 */
export const textWorker = join(buildFolder, "text-worker.js");
/** The program of the thread that reads the texts of PDFs; a bundle, like the one above. */
export const pdfProgram = join(buildFolder, "pdf-thread.js");
/** The program of the thread that draws pictures of topics. */
export const pictureProgram = join(buildFolder, "topic-picture.js");
/** The program of the thread that draws certificates. */
export const certificateProgram = join(buildFolder, "certificate.js");
export const workbookProgram = join(buildFolder, "workbook.js");
/** The program of the threads that render pages and run the gateway. */
export const backendProgram = join(buildFolder, "backend.js");
export const clientFolder = join(buildFolder, "client");
export const portalBuild = join(buildFolder, "server", "index.js");
/**
 * The demo's database, if the running build prepared it (data/prepared-demo.ts). A run from the sources has none: they
 * may have changed since the build.
 */
export const preparedDemo = join(here, "demo");
/** The demo pack: the one in the sources if they exist, so that edits need no build. */
export const demoPack = join(isInSources ? sources : buildFolder, "content", "demo");
