import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenDatabase } from "gateway/database/open";
import { checkExport } from "gateway/export/check-export";
import { FolderSink, openExportFolder } from "gateway/export/folder";
import { importExport } from "gateway/export/import-export";
import { type ExportCounts, writeExport } from "gateway/export/write-export";
import { databaseOnly } from "gateway/files/stores/file-stores";

export type Exported = Pick<OpenDatabase, "database" | "work" | "engine">;

/** A new folder for exports; `remove` removes it. */
export async function exportFolders() {
  const root = await mkdtemp(join(tmpdir(), "export-test-"));
  return { at: (name: string) => join(root, name), remove: () => rm(root, { recursive: true, force: true }) };
}

/** Exports a database into a folder, as the command does. */
export async function exportTo(
  folder: string,
  open: Exported,
  { withPasswords = true, stores = databaseOnly } = {},
): Promise<ExportCounts> {
  const sink = await FolderSink.make(folder);
  const now = new Date("2026-01-02T03:04:05Z");
  try {
    const counts = await writeExport(open, stores, sink, { withPasswords, now });
    await sink.end();
    return counts;
  } catch (error) {
    await sink.remove();
    throw error;
  }
}

/** Checks and imports a folder, as the command does. */
export async function importFrom(folder: string, open: Exported, stores = databaseOnly): Promise<void> {
  const source = await openExportFolder(folder);
  await importExport(open.work, source, await checkExport(source), stores);
}

/** The texts of a folder's files by their names, and the names of its contents. */
export async function textsOf(folder: string): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    if (file.isFile())
      texts[path.slice(folder.length + 1)] = /\.json/.test(path) ? await readFile(path, "utf8") : "";
  }
  return texts;
}

/** Changes the text of a file of an export, as another program would have written it: without its hash. */
export async function editFile(folder: string, name: string, edit: (text: string) => string): Promise<void> {
  const path = join(folder, name);
  await writeFile(path, edit(await readFile(path, "utf8")));
  if (name.endsWith(".jsonl")) await editManifest(folder, name);
}

/** Takes the hash of a file out of the manifest. @param more lines that it has more */
async function editManifest(folder: string, name: string, more = 0): Promise<void> {
  const path = join(folder, "manifest.json");
  const manifest = JSON.parse(await readFile(path, "utf8")) as {
    files: Record<string, { lines: number; sha256?: string }>;
  };
  const file = manifest.files[name];
  if (file) manifest.files[name] = { lines: file.lines + more };
  await writeFile(path, JSON.stringify(manifest));
}

/** Adds a line to a file of an export, also to the number of lines in its manifest. */
export async function addLine(folder: string, name: string, line: string): Promise<void> {
  await appendFile(join(folder, name), `${line}\n`);
  await editManifest(folder, name, 1);
}
