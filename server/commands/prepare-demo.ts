import { fileURLToPath } from "node:url";
import { logError } from "contract/base/log";
import { ContentPackError } from "gateway/content/pack/problems";
import { createPdfReader } from "gateway/file-texts/pdf-reader";
import { createTextWorkers } from "gateway/workers/text-workers";
import { prepareDemo } from "../data/prepared-demo";

/**
 * The step of the build that prepares the demo's database (scripts/build-demo.mjs), with the folder for it and the demo
 * pack. An invalid pack is no failure of the build: the first start reports it too.
 */
const [prepared = "", pack = ""] = process.argv.slice(2);
const program = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const texts = createTextWorkers(program("./text-worker.js"));
const pdfs = createPdfReader(program("./pdf-thread.js"));
try {
  await prepareDemo(prepared, pack, { texts, pdfs });
} catch (error) {
  if (!(error instanceof ContentPackError)) throw error;
  logError(error.message);
} finally {
  await Promise.all([texts.close(), pdfs.close()]);
}
