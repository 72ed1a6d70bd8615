import { fileURLToPath } from "node:url";
import { logError } from "contract/base/log";
import { ContentPackError } from "gateway/content/pack/problems";
import { createTextWorkers } from "gateway/workers/text-workers";
import { prepareDemo } from "../data/prepared-demo";

/**
 * The step of the build that prepares the demo's database (scripts/build-demo.mjs), with the folder for it and the demo
 * pack. An invalid pack is no failure of the build: the first start reports it too.
 */
const [prepared = "", pack = ""] = process.argv.slice(2);
const texts = createTextWorkers(fileURLToPath(new URL("./text-worker.js", import.meta.url)));
try {
  await prepareDemo(prepared, pack, texts);
} catch (error) {
  if (!(error instanceof ContentPackError)) throw error;
  logError(error.message);
} finally {
  await texts.close();
}
