import { setImmediate } from "node:timers/promises";
import { and, asc, getTableName, inArray, lt, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../database/open";
import * as tables from "../../database/schema";

const { files, uploads } = tables;

/**
 * Every column in which a stored file may be named, by its name, its address, or as an attachment. A file that
 * none of them names is deleted: tests/unit/file-uses.test.ts fails for a column of text that is neither here
 * nor among those that never name one.
 */
export const namingColumns: readonly PgColumn[] = [
  ...[tables.accounts.avatar, tables.accounts.intro, tables.profiles.largeAvatar],
  ...[tables.profileChanges.before, tables.profileChanges.after, tables.profileChanges.reason],
  ...[tables.topics.title, tables.topics.solvedReason, tables.topics.stateReason],
  ...[tables.posts.source, tables.posts.html, tables.posts.stateReason],
  ...[tables.postVersions.title, tables.postVersions.source],
  ...[tables.drafts.title, tables.drafts.content],
  ...[tables.draftVersions.title, tables.draftVersions.content],
  ...[tables.innerMessages.text, tables.messageReports.text, tables.reports.text],
  ...[tables.messageReports.answer, tables.moderationReasons.text, tables.penalties.reason],
  ...[tables.reportCases.title, tables.reportCases.source, tables.reportCases.html],
  ...[tables.reportCases.notes, tables.reportCases.answer, tables.personNotes.text],
  ...[tables.appeals.text, tables.appeals.answer],
  ...[tables.sectionVersions.summary, tables.sectionVersions.rulesSource],
  ...[tables.suggestions.text, tables.suggestions.images],
  ...[tables.suggestions.answer, tables.suggestions.steps],
  ...[tables.complaints.text, tables.complaints.contentTitle, tables.complaints.postUrl],
  ...[tables.complaints.answer, tables.complaints.steps],
  ...[tables.sections.summary, tables.sections.icon],
  ...[
    tables.sections.rulesSource,
    tables.sections.rulesHtml,
    tables.sections.questionTemplate,
    tables.tags.summary,
  ],
  ...[tables.policies.source, tables.policies.html, tables.policyVersions.html, tables.documents.value],
  ...[tables.products.gallery, tables.products.pinoutImage, tables.products.certifications],
  ...[tables.products.source, tables.products.html, tables.productNotices.workaround],
  ...[tables.productNotices.fileName, tables.productNotices.source, tables.productNotices.html],
  ...[tables.resources.source, tables.resources.html, tables.resourceVersions.fileName],
  ...[tables.resourceVersions.changes, tables.resourceVersions.changesHtml],
  ...[tables.videos.fileName, tables.videos.poster, tables.videos.captions],
  ...[tables.activities.cover, tables.activities.speakers, tables.activities.attachments],
  ...[tables.activities.source, tables.activities.html, tables.activities.rules, tables.activities.rulesHtml],
  ...[tables.courses.cover, tables.courses.source, tables.courses.html, tables.lecturers.photo],
  ...[tables.lessons.videos, tables.lessons.poster, tables.lessons.captions, tables.lessons.slides],
  ...[tables.videoUploads.fileName, tables.videoUploads.note],
  ...[tables.videoUploadsBegun.fileName, tables.videoUploadsBegun.note],
  ...[tables.lessons.source, tables.lessons.html, tables.exams.questions, tables.examAttempts.questions],
  ...[tables.news.cover, tables.news.source, tables.news.html, tables.imageVariants.variantName],
  tables.keptPacks.binaries,
];

/** Rows looked at in one statement. */
const atOnce = 100;

/** The name of a file, and what the address of an attachment begins with, for PostgreSQL and for here. */
const naming = "[0-9a-f]{32}[.][a-z]{2,4}|/gateway/attachments/[0-9]{1,9}";

/** Files as texts name them: by their names, and by the ids of uploads. */
interface NamedFiles {
  names: string[];
  uploadIds: number[];
}

function sorted(found: Iterable<string>): NamedFiles {
  const all = [...new Set(found)];
  const isAddress = (text: string) => text.startsWith("/");
  return {
    names: all.filter((text) => !isAddress(text)),
    uploadIds: all.filter(isAddress).map((text) => Number(text.slice(text.lastIndexOf("/") + 1))),
  };
}

/** The rows of `files` that are named: by one parameter, however much a text names. */
function isNamed({ names, uploadIds }: NamedFiles): SQL {
  const each = (values: unknown[]) => sql`json_array_elements_text(${JSON.stringify(values)}::json)`;
  const uploaded = sql`(select ${uploads.fileName} from ${uploads} where ${uploads.id} in (select value::integer from ${each(uploadIds)}))`;
  return sql`(${files.name} in (select ${each(names)}) or ${files.name} in ${uploaded})`;
}

const nothing = ({ names, uploadIds }: NamedFiles) => names.length + uploadIds.length === 0;

/** The tables that have such columns, in the order in which they are looked through. */
const places = [...new Set(namingColumns.map(({ table }) => table))].map((table) => {
  const { columns, primaryKeys } = getTableConfig(table);
  return {
    name: getTableName(table),
    table,
    key: primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary),
    named: namingColumns.filter((column) => column.table === table),
  };
});

/** How far a look through all texts is: the row of a table after which it goes on. */
export interface Place {
  table: string;
  after: (string | number)[] | null;
}

const list = (parts: readonly unknown[]) =>
  sql.join(
    parts.map((part) => sql`${part}`),
    sql`, `,
  );

/**
 * Looks through everything that may name a file, a stretch of rows at a time, and gives what each one names.
 * @param from where a look before was interrupted
 */
export async function* fileUses(
  database: Database,
  from: Place | null = null,
): AsyncGenerator<NamedFiles & { place: Place }> {
  const first = Math.max(
    0,
    places.findIndex(({ name }) => name === from?.table),
  );
  for (const { name, table, key, named } of places.slice(first)) {
    let after = name === from?.table ? from.after : null;
    for (let more = true; more; ) {
      const text = sql`concat_ws(E'\n', ${list(named)})`;
      const rows = await database
        .select({
          key: sql<(string | number)[]>`json_build_array(${list(key)})`,
          found: sql<
            string[] | null
          >`(select json_agg(distinct match[1]) from regexp_matches(${text}, ${`(${naming})`}, 'g') as match)`,
        })
        .from(table as PgTable)
        .where(after ? sql`(${list(key)}) > (${list(after)})` : undefined)
        .orderBy(...key.map((column) => asc(column)))
        .limit(atOnce);
      after = rows.at(-1)?.key ?? after;
      more = rows.length === atOnce;
      yield { ...sorted(rows.flatMap(({ found }) => found ?? [])), place: { table: name, after } };
      // On the embedded database nothing else lets the thread's other work have its turn.
      await setImmediate();
    }
  }
}

/** Of these files, those that nothing names. */
export async function unusedOf(database: Database, names: string[]): Promise<string[]> {
  const unused = new Set(names);
  if (unused.size === 0) return [];
  for await (const uses of fileUses(database)) {
    if (nothing(uses)) continue;
    const found = await database.select({ name: files.name }).from(files).where(isNamed(uses));
    for (const { name } of found) unused.delete(name);
  }
  return [...unused];
}

/**
 * Keeps that the files were needed at a time, where that is later than what is kept.
 * @param before only files that were needed last before this: a purge has no business with others
 */
export async function keepNeeded(
  database: Database,
  uses: NamedFiles,
  at: Date | SQL,
  before: Date | SQL,
): Promise<void> {
  if (nothing(uses)) return;
  await database
    .update(files)
    .set({ neededAt: at })
    .where(and(lt(files.neededAt, before), isNamed(uses)));
}

/**
 * Keeps that the files are needed which a text names, in the transaction that writes it: a purge that has
 * looked at the text's place before leaves them alone. Within the hour once is enough.
 */
export async function needFiles(database: Database, ...texts: string[]): Promise<void> {
  const found = texts.flatMap((text) => text.match(new RegExp(naming, "g")) ?? []);
  await keepNeeded(database, sorted(found), sql`now()`, sql`now() - interval '1 hour'`);
}

/**
 * Deletes files with the uploads that are of them; those stay that somebody has needed since. @returns how
 * many are gone.
 */
export async function removeFiles(database: Database, names: string[], neededBefore: Date): Promise<number> {
  if (names.length === 0) return 0;
  const locked = await database
    .select({ name: files.name })
    .from(files)
    .where(and(inArray(files.name, names), lt(files.neededAt, neededBefore)))
    .orderBy(asc(files.name))
    .for("update");
  const gone = locked.map(({ name }) => name);
  await database.delete(uploads).where(inArray(uploads.fileName, gone));
  await database.delete(files).where(inArray(files.name, gone));
  return gone.length;
}
