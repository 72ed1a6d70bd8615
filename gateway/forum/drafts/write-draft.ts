import type { CallRequest, CallResponse } from "contract";
import { subtractTime } from "contract/base/time";
import { draftsPerPerson, draftVersionsMax } from "contract/forum/constants";
import { and, desc, eq, inArray, isNull, notInArray, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { drafts, draftVersions, posts, topics } from "../../database/schema";
import { needFiles } from "../../files/needs/uses";
import { found, Refusal } from "../../server/refusal";

export type Draft = typeof drafts.$inferSelect;
type DraftTexts = Pick<Draft, "title" | "content" | "fields">;
type About = CallResponse<"draftList">["drafts"][number]["about"];

/** Automatic saves come every few seconds: they store the text before as a version only this often. */
const automaticVersionSeconds = 60;
/** … or where the save removes this much of the text. */
const shrinkage = 80;

function isSame(one: DraftTexts, other: DraftTexts): boolean {
  const flat = ({ title, content, fields }: DraftTexts) =>
    JSON.stringify([title, content, fields && [fields.fid, fields.classId, fields.tags]]);
  return flat(one) === flat(other);
}

/** The person's draft of a target, locked until the transaction ends. */
export async function lockDraft(
  database: Database,
  accountId: number,
  target: string,
): Promise<Draft | undefined> {
  const [row] = await database
    .select()
    .from(drafts)
    .where(and(eq(drafts.accountId, accountId), eq(drafts.target, target), isNull(drafts.deletedAt)))
    .for("update");
  return row;
}

/** Stores the draft's present text as a version, and keeps only the newest versions. */
async function keepVersion(
  database: Database,
  { id, revision, title, content, fields, savedAt }: Draft,
): Promise<void> {
  await database
    .insert(draftVersions)
    .values({ draftId: id, revision, title, content, fields, savedAt })
    .onConflictDoNothing();
  const latestVersions = database
    .select({ id: draftVersions.id })
    .from(draftVersions)
    .where(eq(draftVersions.draftId, id))
    .orderBy(desc(draftVersions.revision))
    .limit(draftVersionsMax);
  await database
    .delete(draftVersions)
    .where(and(eq(draftVersions.draftId, id), notInArray(draftVersions.id, sql`(${latestVersions})`)));
}

async function isWorthAVersion(
  database: Database,
  present: Draft,
  next: DraftTexts,
  automatic: boolean,
): Promise<boolean> {
  if (present.content.trim() === "" && present.title.trim() === "") return false;
  if (!automatic || next.content.length < present.content.length - shrinkage) return true;
  const recent = subtractTime(present.savedAt, automaticVersionSeconds, "second");
  const [latest] = await database
    .select({ savedAt: draftVersions.savedAt })
    .from(draftVersions)
    .where(eq(draftVersions.draftId, present.id))
    .orderBy(desc(draftVersions.revision))
    .limit(1);
  return !latest || latest.savedAt <= recent;
}

/**
 * Writes new texts into an existing, locked draft; stores its text before as a version where `isWorthAVersion`
 * says so.
 */
export async function replaceDraft(
  database: Database,
  present: Draft,
  next: DraftTexts,
  automatic: boolean,
  now: Date,
): Promise<Draft> {
  await needFiles(database, next.content);
  const same = isSame(present, next);
  if (!same && (await isWorthAVersion(database, present, next, automatic)))
    await keepVersion(database, present);
  const [row] = await database
    .update(drafts)
    .set({ ...next, savedAt: now, revision: same ? present.revision : present.revision + 1 })
    .where(eq(drafts.id, present.id))
    .returning();
  return found(row, "DRAFT_NOT_FOUND");
}

/**
 * Saves a person's draft of a target. Throws DRAFT_CONFLICT for a draft that is newer than the writer's.
 * @param mayWrite throws where the person may not write to the target. It runs only for a new draft: an existing
 * draft can be saved whatever happens to the topic
 */
export async function writeDraft(
  database: Database,
  accountId: number,
  {
    target,
    baseRevision,
    automatic,
  }: Pick<CallRequest<"saveDraft">, "target" | "baseRevision" | "automatic">,
  next: DraftTexts,
  now: Date,
  mayWrite: () => Promise<void>,
): Promise<Draft> {
  let present = await lockDraft(database, accountId, target);
  if (!present) {
    await mayWrite();
    await needFiles(database, next.content);
    // Revisions continue after a deleted draft, so that another tab's old revision stays an old one.
    const revision = (baseRevision ?? 0) + 1;
    const [version] = await database
      .insert(drafts)
      .values({ accountId, target, ...next, revision, savedAt: now })
      .onConflictDoNothing()
      .returning();
    if (version) {
      await dropOldest(database, accountId);
      return version;
    }
    present = found(await lockDraft(database, accountId, target), "DRAFT_NOT_FOUND");
  }
  // The same text is no conflict, whoever saved it.
  const isCurrent = baseRevision === undefined || baseRevision === present.revision || isSame(present, next);
  if (!isCurrent) throw new Refusal("DRAFT_CONFLICT");
  return replaceDraft(database, present, next, automatic, now);
}

/** Keeps the latest of a person's drafts. */
export async function dropOldest(database: Database, accountId: number): Promise<void> {
  const live = and(eq(drafts.accountId, accountId), isNull(drafts.deletedAt));
  const latestDrafts = database
    .select({ id: drafts.id })
    .from(drafts)
    .where(live)
    .orderBy(desc(drafts.savedAt), desc(drafts.id))
    .limit(draftsPerPerson);
  await database.delete(drafts).where(and(live, notInArray(drafts.id, sql`(${latestDrafts})`)));
}

/** Deletes the draft of a published text. */
export async function forgetDraft(database: Database, accountId: number, target: string): Promise<void> {
  await database
    .delete(drafts)
    .where(and(eq(drafts.accountId, accountId), eq(drafts.target, target), isNull(drafts.deletedAt)));
}

/** The topics and posts of drafts, by the draft's id; null for deleted ones. Two queries for any number of drafts. */
export async function aboutDrafts(
  database: Database,
  rows: Pick<Draft, "id" | "target">[],
): Promise<Map<number, About>> {
  const parsed = rows.flatMap(({ id, target }) => {
    const [kind = "", number = ""] = target.split(":");
    return /^\d+$/.test(number) ? [{ id, kind, number: Number(number) }] : [];
  });
  const ids = (kinds: string[]) =>
    parsed.filter(({ kind }) => kinds.includes(kind)).map(({ number }) => number);
  const [topicIds, postIds] = [ids(["topic", "reply"]), ids(["post"])];
  const columns = { tid: topics.id, pid: posts.id, floor: posts.floor, title: topics.title };
  const standing = and(isNull(topics.deletedAt), isNull(posts.deletedAt));
  const [firsts, editedPosts] = await Promise.all([
    topicIds.length === 0
      ? []
      : database
          .select(columns)
          .from(topics)
          .innerJoin(posts, and(eq(posts.topicId, topics.id), eq(posts.floor, 1)))
          .where(and(inArray(topics.id, topicIds), standing)),
    postIds.length === 0
      ? []
      : database
          .select(columns)
          .from(posts)
          .innerJoin(topics, eq(topics.id, posts.topicId))
          .where(and(inArray(posts.id, postIds), standing)),
  ]);
  const byTopic = new Map(firsts.map((row) => [row.tid, row]));
  const byPost = new Map(editedPosts.map((row) => [row.pid, row]));
  return new Map(
    parsed.map(({ id, kind, number }) => {
      const row = kind === "post" ? byPost.get(number) : byTopic.get(number);
      return [id, row ? { tid: row.tid, pid: kind === "reply" ? null : row.pid, title: row.title } : null];
    }),
  );
}
