import { and, desc, eq, sql } from "drizzle-orm";
import type { CallRequest, CallResponse } from "contract";
import { cleanText } from "contract/fields";
import { draftExcerpt, tagSuggestions } from "contract/limits";
import { accountOf, type Handlers } from "../context";
import type { Database } from "../database/open";
import { drafts, draftVersions, tags } from "../database/schema";
import { aboutDrafts, type Draft, replaceDraft, writeDraft } from "../queries/drafts";
import { transact } from "../queries/transact";
import { found } from "../refusal";

type ShownDraft = CallResponse<"draftList">["drafts"][number];

/** What was typed, without the characters that no text needs. */
function cleaned({ title, content, fields }: Pick<CallRequest<"saveDraft">, "title" | "content" | "fields">) {
  const each = fields && { fid: cleanText(fields.fid), classId: cleanText(fields.classId), tags: cleanText(fields.tags) };
  return { title: cleanText(title), content: cleanText(content), fields: each };
}

const savedOf = ({ id, revision, savedAt }: Draft) => ({ id, revision, savedAt: savedAt.toISOString() });

async function shown(database: Database, rows: Draft[], whole: boolean): Promise<ShownDraft[]> {
  const about = await aboutDrafts(database, rows);
  return rows.map(({ id, target, title, content, fields, revision, savedAt }) => ({
    id,
    target,
    title,
    content: whole ? content : content.slice(0, draftExcerpt),
    fields,
    revision,
    savedAt: savedAt.toISOString(),
    about: about.get(id) ?? null,
  }));
}

/** One's own draft, locked. Throws DRAFT_NOT_FOUND. */
async function ownDraft(database: Database, accountId: number, id: number): Promise<Draft> {
  const [row] = await database
    .select()
    .from(drafts)
    .where(and(eq(drafts.id, id), eq(drafts.accountId, accountId)))
    .for("update");
  return found(row, "DRAFT_NOT_FOUND");
}

/** A draft a person and target, with what it was before; and the tags that exist already, for who types one. */
export const draftHandlers = {
  async saveDraft(request, context) {
    const accountId = accountOf(context).id;
    await context.limits.spend("draft", String(accountId));
    const next = cleaned(request);
    return savedOf(await transact(context.database, (database) => writeDraft(database, accountId, request, next, context.now())));
  },

  async draftList({ target }, context) {
    const mine = eq(drafts.accountId, accountOf(context).id);
    const rows = await context.database
      .select()
      .from(drafts)
      .where(target === undefined ? mine : and(mine, eq(drafts.target, cleanText(target))))
      .orderBy(desc(drafts.savedAt), desc(drafts.id));
    return { drafts: await shown(context.database, rows, target !== undefined) };
  },

  async deleteDraft({ id }, context) {
    const [row] = await context.database
      .delete(drafts)
      .where(and(eq(drafts.id, id), eq(drafts.accountId, accountOf(context).id)))
      .returning({ id: drafts.id });
    found(row, "DRAFT_NOT_FOUND");
    return { success: true };
  },

  async draftVersions({ id }, context) {
    const [row] = await context.database
      .select()
      .from(drafts)
      .where(and(eq(drafts.id, id), eq(drafts.accountId, accountOf(context).id)))
      .limit(1);
    const [draft] = await shown(context.database, [found(row, "DRAFT_NOT_FOUND")], true);
    const versions = await context.database
      .select()
      .from(draftVersions)
      .where(eq(draftVersions.draftId, id))
      .orderBy(desc(draftVersions.revision));
    return {
      draft: found(draft, "DRAFT_NOT_FOUND"),
      versions: versions.map(({ revision, title, content, fields, savedAt }) => ({
        revision,
        title,
        content,
        fields,
        savedAt: savedAt.toISOString(),
      })),
    };
  },

  async restoreDraft({ id, revision }, context) {
    const accountId = accountOf(context).id;
    await context.limits.spend("draft", String(accountId));
    return transact(context.database, async (database) => {
      const present = await ownDraft(database, accountId, id);
      const [version] = await database
        .select()
        .from(draftVersions)
        .where(and(eq(draftVersions.draftId, id), eq(draftVersions.revision, revision)))
        .limit(1);
      const { title, content, fields } = found(version, "DRAFT_NOT_FOUND");
      return savedOf(await replaceDraft(database, present, { title, content, fields }, false, context.now()));
    });
  },

  async suggestTags({ text }, context) {
    const begin = cleanText(text).replace(/^#/, "").trim().toLowerCase();
    const matching = sql`lower(${tags.name}) like ${`${begin.replace(/[\\%_]/g, "\\$&")}%`}`;
    const rows = await context.database
      .select({ id: tags.id, name: tags.name, topics: tags.topics })
      .from(tags)
      .where(begin === "" ? sql`${tags.topics} > 0` : matching)
      .orderBy(desc(tags.topics), tags.id)
      .limit(tagSuggestions);
    return { tags: rows };
  },
} satisfies Handlers<"saveDraft" | "draftList" | "deleteDraft" | "draftVersions" | "restoreDraft" | "suggestTags">;
