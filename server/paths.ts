import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) {
    if (dirname(folder) === folder) throw new Error("package.json not found above the program");
    folder = dirname(folder);
  }
  return folder;
}

/** The project's folder, from the source as from the bundle in `build/`. */
const root = findRoot();

/** The program of the threads that read texts: a bundle even where the rest runs from the sources (`npm run dev` makes it). */
export const textWorker = join(root, "build", "text-worker.js");
/** The program of the thread that draws pictures of topics. */
export const pictureProgram = join(root, "build", "topic-picture.js");
/** The program of the threads that render pages and hold the gateway. */
export const backendProgram = join(root, "build", "backend.js");
export const clientFolder = join(root, "build", "client");
export const portalBuild = join(root, "build", "server", "index.js");
export const demoPack = join(root, "content", "demo");
