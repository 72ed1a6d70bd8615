import type { CallRequest, CallResponse } from "contract";
import { and, asc, desc, eq, gt } from "drizzle-orm";
import type { Database } from "../../database/open";
import { sections, sectionVersions } from "../../database/schema";
import { needFiles } from "../../files/needs/uses";
import { previewed } from "../../forum/writing/publish";
import { peopleByIds } from "../../people/cards";
import { accountOf, type CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { scopeOf } from "../scope";
import { digestOf } from "../write-log";
import { changeSection } from "./change-section";

/** How many changes are listed; the table keeps the older ones. */
const editsListed = 20;

interface Words {
  summary: string;
  rulesSource: string;
}

/** The id of the last change of a section's description and rules; 0 when there is none. */
export async function lastVersion(database: Database, fid: number): Promise<number> {
  const [last] = await database
    .select({ id: sectionVersions.id })
    .from(sectionVersions)
    .where(eq(sectionVersions.sectionId, fid))
    .orderBy(desc(sectionVersions.id))
    .limit(1);
  return last?.id ?? 0;
}

/** The log holds only digests of the words, which show whether two versions are equal. */
const digests = ({ summary, rulesSource }: Words) => ({
  summary: digestOf(summary).slice(0, 12),
  rules: digestOf(rulesSource).slice(0, 12),
});

/**
 * Writes a section's description and rules, and keeps the version before. Sensitive words are not checked, because
 * rules quote what is forbidden. Throws EDIT_CONFLICT when somebody else has saved since version `base`.
 */
export async function saveDescription(
  context: CallContext,
  { fid, summary, rules, base, reason }: CallRequest<"updateForumDescription">,
  restored?: number,
): Promise<{ changed: boolean }> {
  // Rendered before the transaction: no transaction may wait for a worker.
  const { html } = rules === "" ? { html: "" } : await previewed(context, rules);
  return changeSection(context, { fid, reason }, async (database, { section, operator, at }) => {
    const before: Words = { summary: section.summary, rulesSource: section.rulesSource };
    const after: Words = { summary, rulesSource: rules };
    if (before.summary === summary && before.rulesSource.trim() === rules) return null;
    if (base !== undefined && base !== (await lastVersion(database, fid))) throw new Refusal("EDIT_CONFLICT");
    await database
      .insert(sectionVersions)
      .values({ sectionId: fid, editorId: operator.id, createdAt: at, ...before });
    await needFiles(database, html);
    await database
      .update(sections)
      .set({ ...after, rulesHtml: html })
      .where(eq(sections.id, fid));
    return {
      action: "describe",
      keeps: true,
      before: digests(before),
      after: { ...digests(after), ...(restored === undefined ? {} : { version: restored }) },
    };
  });
}

/** Restores the words from before a change. Throws VERSION_NOT_FOUND. */
export async function restore(
  context: CallContext,
  { fid, version }: CallRequest<"restoreForumDescription">,
): Promise<{ changed: boolean }> {
  await scopeOf(context, fid);
  const { summary, rulesSource } = await versionOf(context.database, fid, version);
  const rules = rulesSource.trim();
  return saveDescription(context, { fid, summary, rules, reason: "恢复到早前的版本" }, version);
}

async function versionOf(database: Database, fid: number, id: number): Promise<Words> {
  const [row] = await database
    .select({ summary: sectionVersions.summary, rulesSource: sectionVersions.rulesSource })
    .from(sectionVersions)
    .where(and(eq(sectionVersions.sectionId, fid), eq(sectionVersions.id, id)));
  return found(row, "VERSION_NOT_FOUND");
}

/** The words after a change: those that the next version stores, or the present ones. */
async function afterVersion(database: Database, fid: number, id: number): Promise<Words> {
  const [next] = await database
    .select({ summary: sectionVersions.summary, rulesSource: sectionVersions.rulesSource })
    .from(sectionVersions)
    .where(and(eq(sectionVersions.sectionId, fid), gt(sectionVersions.id, id)))
    .orderBy(asc(sectionVersions.id))
    .limit(1);
  if (next) return next;
  const [present] = await database
    .select({ summary: sections.summary, rulesSource: sections.rulesSource })
    .from(sections)
    .where(eq(sections.id, fid));
  return found(present, "SECTION_NOT_FOUND");
}

/**
 * The changes of a section's words, and the difference that one of them made. Throws NOT_YOUR_SECTION and
 * VERSION_NOT_FOUND.
 */
export async function listVersions(
  context: CallContext,
  { fid, version }: CallRequest<"forumDescriptionVersions">,
): Promise<CallResponse<"forumDescriptionVersions">> {
  const { database } = context;
  await scopeOf(context, fid);
  const edits = await database
    .select({ id: sectionVersions.id, editorId: sectionVersions.editorId, at: sectionVersions.createdAt })
    .from(sectionVersions)
    .where(eq(sectionVersions.sectionId, fid))
    .orderBy(desc(sectionVersions.id))
    .limit(editsListed);
  const people = await peopleByIds(
    database,
    edits.map(({ editorId }) => editorId),
  );
  const id = version ?? edits[0]?.id;
  return {
    edits: edits.map(({ id: each, editorId, at }) => ({
      id: each,
      editor: found(people.get(editorId), "USER_NOT_FOUND"),
      at: at.toISOString(),
    })),
    shown: id === undefined ? null : await versionView(context, fid, id),
  };
}

async function versionView(context: CallContext, fid: number, id: number) {
  const before = await versionOf(context.database, fid, id);
  const after = await afterVersion(context.database, fid, id);
  const length = before.rulesSource.length + after.rulesSource.length;
  const texts = { before: before.rulesSource, after: after.rulesSource };
  return {
    id,
    summary: before.summary === after.summary ? null : { before: before.summary, after: after.summary },
    changes:
      before.rulesSource === after.rulesSource
        ? []
        : await context.texts.run("changes", texts, length, accountOf(context).id),
  };
}
