import { and, desc, eq, notInArray, sql } from "drizzle-orm";
import { cleanText } from "contract/fields";
import { accountOf, type Handlers } from "../context";
import { drafts } from "../database/schema";
import { found } from "../refusal";

/** Drafts of one person: beyond this the ones longest untouched go. */
const draftsMaximum = 100;

/** A draft a person and target; saving goes over the one before. */
export const draftHandlers = {
  async saveDraft({ target, title, content }, context) {
    const accountId = accountOf(context).id;
    const values = { title: cleanText(title), content: cleanText(content), savedAt: context.now() };
    const [row] = await context.database
      .insert(drafts)
      .values({ accountId, target, ...values })
      .onConflictDoUpdate({ target: [drafts.accountId, drafts.target], set: values })
      .returning();
    const saved = found(row, "DRAFT_NOT_FOUND");
    const kept = context.database
      .select({ id: drafts.id })
      .from(drafts)
      .where(eq(drafts.accountId, accountId))
      .orderBy(desc(drafts.savedAt), desc(drafts.id))
      .limit(draftsMaximum);
    await context.database.delete(drafts).where(and(eq(drafts.accountId, accountId), notInArray(drafts.id, sql`(${kept})`)));
    return { id: saved.id, savedAt: saved.savedAt.toISOString() };
  },

  async draftList({ target }, context) {
    const mine = eq(drafts.accountId, accountOf(context).id);
    const rows = await context.database
      .select()
      .from(drafts)
      .where(target === undefined ? mine : and(mine, eq(drafts.target, cleanText(target))))
      .orderBy(desc(drafts.savedAt), desc(drafts.id));
    return {
      drafts: rows.map(({ id, target: where, title, content, savedAt }) => ({
        id,
        target: where,
        title,
        content,
        savedAt: savedAt.toISOString(),
      })),
    };
  },

  async deleteDraft({ id }, context) {
    const [row] = await context.database
      .delete(drafts)
      .where(and(eq(drafts.id, id), eq(drafts.accountId, accountOf(context).id)))
      .returning({ id: drafts.id });
    found(row, "DRAFT_NOT_FOUND");
    return { success: true };
  },
} satisfies Handlers<"saveDraft" | "draftList" | "deleteDraft">;
