import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
/** The built folder, which may have been copied anywhere; from the sources the one beside them. */
const built = existsSync(join(here, "backend.js")) ? here : join(here, "..", "build");
/** The sources, where the built folder still stands in them. */
const sources = join(built, "..");
const isInSources = existsSync(join(sources, "server.ts"));

/** The program of the threads that read texts: a bundle even where the rest runs from the sources (`npm run dev` makes it). */
export const textWorker = join(built, "text-worker.js");
/** The program of the thread that draws pictures of topics. */
export const pictureProgram = join(built, "topic-picture.js");
/** The program of the threads that render pages and hold the gateway. */
export const backendProgram = join(built, "backend.js");
export const clientFolder = join(built, "client");
export const portalBuild = join(built, "server", "index.js");
/** Of the sources where they are there: whoever edits it sees it without a build. */
export const demoPack = join(isInSources ? sources : built, "content", "demo");
