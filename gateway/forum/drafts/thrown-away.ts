import { subtractTime } from "contract/base/time";
import { deletedDraftDays, deletedDraftsKept } from "contract/forum/constants";
import { and, desc, eq, inArray, isNotNull, lt, notInArray, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { drafts } from "../../database/schema";
import type { Job } from "../../jobs";
import { found } from "../../server/refusal";
import { type Draft, dropOldest, lockDraft, replaceDraft } from "./write-draft";

const oldest = (now: Date) => subtractTime(now, deletedDraftDays, "day");

/** Takes a draft, locked, out of its person's sight, and keeps the last ones that they threw away. An empty one goes. */
export async function throwAway(database: Database, draft: Draft, now: Date): Promise<void> {
  if (draft.title.trim() === "" && draft.content.trim() === "") {
    await database.delete(drafts).where(eq(drafts.id, draft.id));
    return;
  }
  await database.update(drafts).set({ deletedAt: now }).where(eq(drafts.id, draft.id));
  const thrownAway = and(eq(drafts.accountId, draft.accountId), isNotNull(drafts.deletedAt));
  const newestDrafts = database
    .select({ id: drafts.id })
    .from(drafts)
    .where(thrownAway)
    .orderBy(desc(drafts.deletedAt), desc(drafts.id))
    .limit(deletedDraftsKept);
  await database.delete(drafts).where(and(thrownAway, notInArray(drafts.id, sql`(${newestDrafts})`)));
}

/**
 * Has a draft back. Where something was begun at its target meanwhile, that becomes a version of it: nothing that
 * somebody wrote goes for what they want back. Throws DRAFT_NOT_FOUND.
 */
export async function recover(database: Database, accountId: number, id: number, now: Date): Promise<Draft> {
  const [row] = await database
    .select()
    .from(drafts)
    .where(and(eq(drafts.id, id), eq(drafts.accountId, accountId), isNotNull(drafts.deletedAt)))
    .for("update");
  const restored = found(row, "DRAFT_NOT_FOUND");
  const present = await lockDraft(database, accountId, restored.target);
  if (present) {
    const { title, content, fields } = restored;
    const draft = await replaceDraft(database, present, { title, content, fields }, false, now);
    await database.delete(drafts).where(eq(drafts.id, id));
    return draft;
  }
  const [draft] = await database
    .update(drafts)
    .set({ deletedAt: null, savedAt: now })
    .where(eq(drafts.id, id))
    .returning();
  await dropOldest(database, accountId);
  return found(draft, "DRAFT_NOT_FOUND");
}

const atOnce = 500;

/** Forgets, once a day, the drafts that were thrown away so long ago that nobody has them back; a batch a statement. */
export const deletedDraftsJob: Job = {
  name: "deleted-drafts",
  everySeconds: 86_400,
  async run({ database, now }) {
    for (let more = true; more; ) {
      const old = database
        .select({ id: drafts.id })
        .from(drafts)
        .where(lt(drafts.deletedAt, oldest(now())))
        .orderBy(drafts.deletedAt)
        .limit(atOnce);
      const deleted = await database
        .delete(drafts)
        .where(inArray(drafts.id, old))
        .returning({ id: drafts.id });
      more = deleted.length === atOnce;
    }
  },
};
