import { execFileSync } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { changePack, type PackChange, smallCatalogue } from "./content";
import { copyDemoData } from "./demo-data";
import { developmentSite, resourceFiles } from "./resource-pack";
import { type RunningPortal, startPortal } from "./running-portal";
import { samplePdf } from "./upload-files";

/** The small catalogue, changed to fit the demo's pack: in a section of its own, without pictures. */
function files(): Record<string, PackChange> {
  const small = smallCatalogue(samplePdf());
  const chip = String(small["products/a100.md"])
    .replace("section: radio", "section: wireless")
    .replace(/!\[.*\n/, "");
  return { ...small, "products/a100.md": chip, ...resourceFiles() };
}

/** The built portal with the demo's data, the small catalogue and its resources. */
export async function startResourcePortal(): Promise<RunningPortal> {
  const folder = await mkdtemp(join(tmpdir(), "resource-portal-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const [dataDir, pack] = [join(folder, "data"), join(folder, "pack")];
    await copyDemoData(dataDir);
    await cp("content/demo", pack, { recursive: true });
    for (const area of ["products", "resources", "notices", "news", "courses", "exams", "activities"])
      await rm(join(pack, area), { recursive: true, force: true });
    await changePack(pack, {
      ...files(),
      // Keeps only the banners: the rest of the demo's file names the demo's catalogue.
      "site.yaml": (text) => text.slice(0, text.indexOf("\nhome:") + 1) + developmentSite(),
      "videos.yaml": null,
      "training.yaml": null,
      "paths.yaml": null,
      "glossary.yaml": null,
      "lecturers.yaml": null,
      "talents.md": null,
      // The footer's links lead into the small catalogue.
      "navigation.yaml": (text) =>
        text
          .replace(/\/products\/index\?id=\d+/g, "/products/index?id=1")
          .replace(/\/resources\/index\?id=\d+(&prodId=\d+)?/g, "/resources/index?id=5"),
    });
    execFileSync(process.execPath, ["build/content-load.js", pack], {
      env: { ...process.env, DATA_DIR: dataDir, DEMO: "0" },
    });
    const portal = await startPortal({ DATA_DIR: dataDir });
    return {
      ...portal,
      async stop() {
        await portal.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
