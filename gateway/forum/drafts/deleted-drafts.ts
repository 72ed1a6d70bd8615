import { subtractTime } from "contract/base/time";
import { deletedDraftDays, deletedDraftsMax } from "contract/forum/constants";
import { and, desc, eq, inArray, isNotNull, lt, notInArray, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { drafts } from "../../database/schema";
import type { Job } from "../../jobs";
import { found } from "../../server/refusal";
import { type Draft, dropOldest, lockDraft, replaceDraft } from "./write-draft";

const oldest = (now: Date) => subtractTime(now, deletedDraftDays, "day");

/**
 * Moves a locked draft to its person's deleted ones, of which the latest are kept. Deletes an empty draft for good.
 */
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
    .limit(deletedDraftsMax);
  await database.delete(drafts).where(and(thrownAway, notInArray(drafts.id, sql`(${newestDrafts})`)));
}

/**
 * Restores a draft. A newer draft of the same target becomes a version of it, so that no text is lost. Throws
 * DRAFT_NOT_FOUND.
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

/** Once a day, deletes the drafts that can no longer be restored, one batch a statement. */
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
