import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type ContentKind, contentKindNames } from "contract/content/kinds/words";
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "../../database/open";
import { readDocument } from "../../database/read-document";
import { accounts, contentPieces, contentVersions, sections } from "../../database/schema";
import { copyFile } from "../../files/storage/copy-file";
import type { Services } from "../../server/context";
import { usedPaths } from "../load/files/places";
import { readPresentPack } from "../load/keep-pack";
import { checkPackFolder } from "../load/load-pack";
import { contentRevisionDocument } from "../load/revision";
import { parsePack } from "../pack/parse-pack";
import { ContentPackError, type Problem } from "../pack/problems";
import { ExportedFiles } from "./exported-files";
import { pieceWriters } from "./kinds/all";
import type { HeldPiece } from "./kinds/writer";

/** What an export says of itself. */
export interface ExportedPack {
  /** The name of the pack that was loaded last, on which the export stands. */
  pack: string;
  files: number;
  /** How many pieces of each kind the browser holds and the export has in place of the pack's. */
  held: Partial<Record<ContentKind, number>>;
  /** What a pack cannot carry. */
  lost: string[];
  /** Why it cannot be loaded as it is: something still names what the browser took down, say. */
  problems: Problem[];
}

/** Why a pack cannot be exported, in words for the operator. */
export class ContentExportError extends Error {}

/** The published pieces that the browser holds, and those that it took down; drafts alone change nothing. */
async function heldPieces(database: Database, kind: ContentKind): Promise<HeldPiece[]> {
  const rows = await database
    .select({
      key: contentPieces.key,
      state: contentPieces.state,
      body: contentVersions.body,
    })
    .from(contentPieces)
    .innerJoin(
      contentVersions,
      and(
        eq(contentVersions.kind, contentPieces.kind),
        eq(contentVersions.key, contentPieces.key),
        eq(contentVersions.version, contentPieces.publishedVersion),
      ),
    )
    .where(and(eq(contentPieces.kind, kind), eq(contentPieces.held, "browser")))
    .orderBy(contentPieces.createdAt, contentPieces.key);
  return rows.map(({ key, state, body }) => ({
    key,
    title: String(body.title),
    body: state === "withdrawn" ? null : body,
  }));
}

/** Accounts by what a pack calls them. */
async function namesOfAccounts(database: Database, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .select({ id: accounts.id, packKey: accounts.packKey, email: accounts.email })
    .from(accounts)
    .where(and(inArray(accounts.id, ids), isNull(accounts.closedAt)));
  return new Map(
    rows.flatMap(({ id, packKey, email }) =>
      packKey || email ? [[id, packKey ?? email ?? ""] as const] : [],
    ),
  );
}

/** What an export reads of the database. */
async function readStanding(database: Database) {
  const present = await readPresentPack(database);
  if (!present) throw new ContentExportError("还没有装载过内容包，没有可以导出的");
  const pieces = new Map<ContentKind, HeldPiece[]>();
  for (const kind of contentKindNames) pieces.set(kind, await heldPieces(database, kind));
  const numbers = [
    ...(pieces.get("lecturers") ?? []).flatMap(({ body }) => Number(body?.account) || []),
    ...(pieces.get("activities") ?? []).flatMap(({ body }) =>
      [body?.organisers ?? [], body?.judges ?? []].flat().map(Number),
    ),
  ];
  const sectionRows = await database.select({ id: sections.id, key: sections.packKey }).from(sections);
  return { present, pieces, sectionRows, accountNames: await namesOfAccounts(database, numbers) };
}

/** How often an export begins to read again, when somebody loads or publishes meanwhile. */
const readingsMax = 10;

/**
 * What stands at one moment: it is read again when content was loaded or published meanwhile. A transaction would keep
 * everybody from the embedded database for as long.
 */
async function readAtOnce(database: Database): Promise<Awaited<ReturnType<typeof readStanding>>> {
  const revision = async () => JSON.stringify(await readDocument(database, contentRevisionDocument));
  for (let reading = 0; reading < readingsMax; reading += 1) {
    const before = await revision();
    const standing = await readStanding(database);
    if ((await revision()) === before) return standing;
  }
  throw new ContentExportError("导出时内容一直有人在改，请过一会儿再导出");
}

/** Writes a stored file to the disk. */
async function writeStored(services: Pick<Services, "database" | "files">, name: string, place: string) {
  const outcome = await copyFile(services, name, place);
  if (outcome === "missing") throw new ContentExportError(`文件 ${name} 读不出来，文件存储里没有它`);
  if (outcome === "incomplete") throw new ContentExportError(`文件 ${name} 读出来不完整`);
}

/**
 * Writes a pack of what stands: the pack that was loaded last, with what the browser published in place of its own, and
 * without what the browser took down. Files that nobody edited stay as they are, byte by byte. The members, topics and
 * settings of the portal are in no pack; `npm run export` has those.
 * @param folder an empty folder, or one that does not exist yet
 * @param progress called after each stored file, with the finished ones and the total
 * @throws ContentExportError with what the operator can do
 */
export async function exportPack(
  services: Pick<Services, "database" | "files">,
  folder: string,
  progress: (done: number, total: number) => void | Promise<void> = () => undefined,
): Promise<ExportedPack> {
  const { database } = services;
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new ContentExportError(`读不了文件夹 ${folder}：${error.message}`);
  });
  if (entries.length > 0) throw new ContentExportError(`文件夹 ${folder} 不是空的，换一个，或者先清空它`);
  const { present, pieces, sectionRows, accountNames } = await readAtOnce(database);
  const files = new ExportedFiles(present.folder, present.binaries);
  const exporting = {
    pack: present.pack,
    files,
    sectionKeys: new Map(sectionRows.flatMap(({ id, key }) => (key ? [[id, key] as const] : []))),
    accountNames,
  };
  const held: ExportedPack["held"] = {};
  for (const [kind, own] of pieces) {
    if (own.length === 0) continue;
    pieceWriters[kind](exporting, own);
    held[kind] = own.length;
  }

  await dropUnused(files);
  for (const path of [...files.texts.keys(), ...files.stored.keys()])
    await mkdir(dirname(join(folder, path)), { recursive: true });
  for (const [path, text] of files.texts) await writeFile(join(folder, path), text);
  let written = 0;
  for (const [path, name] of files.stored) {
    await writeStored(services, name, join(folder, path));
    written += 1;
    await progress(written, files.stored.size);
  }
  return {
    pack: present.name,
    files: files.texts.size + files.stored.size,
    held,
    lost: files.lost,
    problems: await problemsOf(folder),
  };
}

/** Leaves out the files that nothing names any more, because a load does not keep them either. */
async function dropUnused({ texts, stored }: ExportedFiles): Promise<void> {
  const { pack } = await parsePack({
    texts: new Map([...texts].map(([path, text]) => [path, Buffer.from(text)])),
    binaries: new Map([...stored.keys()].map((path) => [path, { path, place: "", bytes: 0, sha256: "" }])),
    problems: [],
  });
  if (!pack) return;
  const used = new Set(usedPaths(pack, stored.keys()));
  for (const path of [...stored.keys()]) if (!used.has(path)) stored.delete(path);
}

async function problemsOf(folder: string): Promise<Problem[]> {
  try {
    await checkPackFolder(folder);
    return [];
  } catch (error) {
    if (error instanceof ContentPackError) return error.problems;
    throw error;
  }
}
