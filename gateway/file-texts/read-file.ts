import { isVisible } from "contract/base/plain-text";
import type { FileTextState } from "contract/resources/constants";
import { and, eq, gt, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { files, fileTextPages, fileTexts } from "../database/schema";
import { transact } from "../database/transact";
import { fileContents, openContent } from "../files/storage/content";
import { fileMark } from "../search/documents/file-mark";
import { documentOf, documentVersion, quoteToken } from "../search/index/document";
import { writeDocuments } from "../search/index/index-rows";
import type { Services } from "../server/context";
import type { PageText } from "./pdf-thread";

export type ReadingServices = Pick<Services, "database" | "files" | "texts" | "pdfs" | "now">;

/** What a reading stores: how far it is, for the page that says so. */
export interface ReadingProgress {
  page: number;
}

/** How a job is told of its steps (gateway/server/jobs.ts): `keep` makes a step of a transaction happen once. */
export interface Reading {
  keep(progress: ReadingProgress, database: Database): Promise<void>;
  checkStop(): void;
}

const table = sql`file_text_pages`;
const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/** The lexemes of pages, which a thread cuts: never within a transaction, which would hold its locks meanwhile. */
const lexemesOf = ({ texts }: Pick<ReadingServices, "texts">, pages: { text: string }[]): Promise<string[]> =>
  texts.run(
    "lexemes",
    { texts: pages.map(({ text }) => ({ html: escaped(text) })) },
    pages.reduce((sum, { text }) => sum + text.length, 0),
    null,
  );

/** Writes the search documents of stored pages: their lexemes, and the mark of their file. */
const writeSearch = (database: Database, textId: number, pages: { id: number; lexemes: string }[]) =>
  writeDocuments(
    database,
    table,
    pages.map(({ id, lexemes }) => ({
      id,
      document: `${documentOf(id, lexemes)} ${quoteToken(fileMark(textId))}`,
    })),
  );

/** The whole content of a file. Throws if it is not there, or its store does not answer: it may be there later. */
async function contentOf(
  services: ReadingServices,
  name: string,
  bytes: number,
  location: string | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = await openContent(services, fileContents, { id: name, location }, 0, bytes - 1, {
    cached: false,
  });
  if (!stream) throw new Error(`the content of ${name} is not there`);
  const content = new Uint8Array(bytes);
  let at = 0;
  for await (const part of stream) {
    content.set(part.subarray(0, bytes - at), at);
    at += part.byteLength;
  }
  if (at < bytes) throw new Error(`the content of ${name} ends too early`);
  return content;
}

/** Cutting words for the documents of so many pages at once takes a thread some 100 ms. */
const pagesAtOnce = 20;

/**
 * Reads the text of a stored file and writes its pages with their search documents, some pages in each transaction. An
 * interrupted reading continues behind the last stored page. Whatever the file is, the reading ends in a stored state.
 * Throws if the database, the store or the threads are not available: then it may be tried again.
 * @param id of the row in `file_texts`; a row that is gone, or was read, is left alone
 */
export async function readFileText(services: ReadingServices, id: number, reading: Reading): Promise<void> {
  const { database, pdfs, now } = services;
  const { limits } = pdfs;
  const [row] = await database
    .select({ own: fileTexts, bytes: files.bytes, location: files.location })
    .from(fileTexts)
    .innerJoin(files, eq(files.name, fileTexts.fileName))
    .where(eq(fileTexts.id, id));
  if (!row) return;
  if (row.own.state !== "waiting") return indexAgain(services, row.own, reading);
  const { fileName } = row.own;
  let { readPages, pages: total } = row.own;
  /** Those of earlier attempts count. */
  let characters = await charactersOf(database, id);

  const finish = async (state: FileTextState) => {
    await database
      .update(fileTexts)
      .set({ state, readAt: now(), documentVersion })
      .where(and(eq(fileTexts.id, id), eq(fileTexts.state, "waiting")));
  };
  /** Stores pages in one step, and that they have been read. */
  const store = async (some: PageText[], pages: number, upTo: number) => {
    reading.checkStop();
    const shown = some.filter(({ text }) => isVisible(text));
    const lexemes = shown.length > 0 ? await lexemesOf(services, shown) : [];
    await transact(database, async (inside) => {
      const [held] = await inside
        .update(fileTexts)
        .set({ pages, readPages: upTo })
        .where(eq(fileTexts.id, id))
        .returning({ id: fileTexts.id });
      // The file was deleted meanwhile.
      if (!held) throw new CutOff();
      if (shown.length > 0) {
        const rows = await inside
          .insert(fileTextPages)
          .values(shown.map(({ page, text }) => ({ textId: id, page, text })))
          .onConflictDoNothing()
          .returning({ id: fileTextPages.id, page: fileTextPages.page });
        const idOf = new Map(rows.map((each) => [each.page, each.id]));
        const written = shown.flatMap(({ page }, at) => {
          const rowId = idOf.get(page);
          return rowId === undefined ? [] : [{ id: rowId, lexemes: lexemes[at] ?? "" }];
        });
        await writeSearch(inside, id, written);
      }
      await reading.keep({ page: upTo }, inside);
    });
    [readPages, total] = [upTo, pages];
  };

  const { bytes, location } = row;
  if (bytes === null || bytes === 0) return finish("broken");
  if (bytes > limits.bytes) return finish("large");
  const begun = performance.now();
  /** Pages that cost too much time or memory. */
  const skip = new Set<number>();
  for (;;) {
    reading.checkStop();
    const content = await contentOf(services, fileName, bytes, location);
    const ended = await pdfs
      .read(content, { from: readPages + 1, skip: [...skip] }, async (some, pages) => {
        const upTo = Math.max(readPages, some.at(-1)?.page ?? 0);
        await store(some, pages, upTo);
        characters += some.reduce((sum, { text }) => sum + text.length, 0);
        const isTooMuch =
          characters > limits.characters || performance.now() - begun > limits.fileMilliseconds;
        if (isTooMuch && upTo < pages) throw new CutOff();
      })
      .catch((error: unknown) => {
        if (error instanceof CutOff) return null;
        throw error;
      });
    if (ended === null) return finish(await stateOf(database, id, "cut"));
    if (ended.end === "all")
      return finish(await stateOf(database, id, total > limits.pages || skip.size > 0 ? "cut" : "read"));
    if (ended.end !== "costly") return finish(ended.end);
    if (ended.page === 0) return finish("broken");
    skip.add(ended.page);
    if (skip.size >= limits.costlyPages) return finish(await stateOf(database, id, "cut"));
  }
}

async function charactersOf(database: Database, id: number): Promise<number> {
  const [row] = await database
    .select({ sum: sql<number>`coalesce(sum(length(${fileTextPages.text})), 0)::int` })
    .from(fileTextPages)
    .where(eq(fileTextPages.textId, id));
  return row?.sum ?? 0;
}

/** The rest of a file is left out. */
class CutOff extends Error {}

/** The state of a reading that came to its end: `empty` for a file without any text. */
async function stateOf(database: Database, id: number, state: FileTextState): Promise<FileTextState> {
  const [some] = await database
    .select({ id: fileTextPages.id })
    .from(fileTextPages)
    .where(eq(fileTextPages.textId, id))
    .limit(1);
  return some ? state : "empty";
}

/** Writes the search documents of a text anew, after documents changed: the file is not read again. */
async function indexAgain(
  services: ReadingServices,
  { id, documentVersion: written }: typeof fileTexts.$inferSelect,
  reading: Reading,
): Promise<void> {
  if (written >= documentVersion) return;
  const { database } = services;
  for (let after = 0; ; ) {
    reading.checkStop();
    const rows = await database
      .select({ id: fileTextPages.id, text: fileTextPages.text })
      .from(fileTextPages)
      .where(and(eq(fileTextPages.textId, id), gt(fileTextPages.id, after)))
      .orderBy(fileTextPages.id)
      .limit(pagesAtOnce);
    if (rows.length === 0) break;
    const lexemes = await lexemesOf(services, rows);
    await writeSearch(
      database,
      id,
      rows.map((row, at) => ({ id: row.id, lexemes: lexemes[at] ?? "" })),
    );
    after = rows.at(-1)?.id ?? after;
  }
  await database.update(fileTexts).set({ documentVersion }).where(eq(fileTexts.id, id));
}
