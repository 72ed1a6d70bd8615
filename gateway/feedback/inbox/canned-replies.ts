import type { CallRequest, CallResponse } from "contract";
import { formatTime } from "contract/base/time";
import { cannedRepliesMax } from "contract/feedback/constants";
import type { LogAction, LogValues } from "contract/moderation/actions";
import { asc, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { cannedReplies } from "../../database/schema";
import { transact } from "../../database/transact";
import { digestOf, writeLog } from "../../moderation/write-log";
import { peopleByIds } from "../../people/cards";
import { accountOf, type CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { nameOf } from "./row";

type Row = typeof cannedReplies.$inferSelect;

/** The answers that administrators keep, by name. */
export async function listCannedReplies({ database }: CallContext): Promise<CallResponse<"cannedReplyList">> {
  const rows = await database
    .select()
    .from(cannedReplies)
    .orderBy(asc(cannedReplies.kind), asc(cannedReplies.title), asc(cannedReplies.id));
  const people = await peopleByIds(
    database,
    rows.map(({ byId }) => byId),
  );
  return {
    items: rows.map(({ id, kind, title, text, version, byId, updatedAt }) => ({
      id,
      kind,
      title,
      text,
      version,
      by: people.get(byId) ?? null,
      updatedAt: updatedAt.toISOString(),
    })),
  };
}

/** The log has no typed texts: a name is its digest. */
const loggedReply = ({ version, title, text }: Pick<Row, "version" | "title" | "text">): LogValues => ({
  version,
  name: digestOf(title).slice(0, 12),
  text: digestOf(text).slice(0, 12),
});

async function log(
  database: Database,
  context: CallContext,
  entry: { action: LogAction; id: number; before?: LogValues; after: LogValues },
) {
  const { id: targetId, ...rest } = entry;
  const operatorId = accountOf(context).id;
  await writeLog(database, { ...rest, at: context.now(), operatorId, targetKind: "cannedReply", targetId });
}

/** Throws CANNED_REPLY_CHANGED, which says who was faster, when it is not the version that was seen. */
async function checkSeen(database: Database, row: Row, version: number | undefined): Promise<void> {
  if (row.version === version) return;
  const when = formatTime(row.updatedAt, "MM-DD HH:mm");
  const message = `${await nameOf(database, row.byId)} ${when} 改过「${row.title}」，请看过再决定`;
  throw new Refusal("CANNED_REPLY_CHANGED", undefined, message);
}

async function lock(database: Database, id: number): Promise<Row | undefined> {
  const [row] = await database.select().from(cannedReplies).where(eq(cannedReplies.id, id)).for("update");
  return row;
}

/**
 * Keeps an answer, or changes a kept one. Throws CANNED_REPLY_NOT_FOUND, CANNED_REPLY_CHANGED and
 * CANNED_REPLIES_FULL.
 */
export function saveCannedReply(
  { id, version, submissionId, ...texts }: CallRequest<"saveCannedReply">,
  context: CallContext,
): Promise<{ id: number }> {
  const { id: byId } = accountOf(context);
  const at = context.now();
  return transact(context.database, async (database) => {
    if (id === undefined) {
      const key = `${byId}:${submissionId}`;
      const [earlier] = await database
        .select()
        .from(cannedReplies)
        .where(eq(cannedReplies.submissionId, key));
      if (earlier) {
        const isSame =
          earlier.kind === texts.kind && earlier.title === texts.title && earlier.text === texts.text;
        // Other words from a form that was already kept: whoever sends them sees what is kept, and decides.
        if (!isSame) await checkSeen(database, earlier, undefined);
        return { id: earlier.id };
      }
      if ((await database.$count(cannedReplies, eq(cannedReplies.kind, texts.kind))) >= cannedRepliesMax)
        throw new Refusal("CANNED_REPLIES_FULL");
      const values = { ...texts, byId, submissionId: key, createdAt: at, updatedAt: at };
      const [row] = await database.insert(cannedReplies).values(values).onConflictDoNothing().returning();
      // Two posts of one form at once: the other one keeps it.
      if (!row) throw new Refusal("TOO_FREQUENT");
      await log(database, context, { action: "saveCannedReply", id: row.id, after: loggedReply(row) });
      return { id: row.id };
    }
    const before = found(await lock(database, id), "CANNED_REPLY_NOT_FOUND");
    const { kind, title, text } = before;
    if (kind === texts.kind && title === texts.title && text === texts.text) return { id };
    await checkSeen(database, before, version);
    const change = { ...texts, byId, version: before.version + 1, updatedAt: at };
    await database.update(cannedReplies).set(change).where(eq(cannedReplies.id, id));
    await log(database, context, {
      action: "saveCannedReply",
      id,
      before: loggedReply(before),
      after: loggedReply(change),
    });
    return { id };
  });
}

/** Removes a kept answer; one that is gone stays gone. Throws CANNED_REPLY_CHANGED. */
export function removeCannedReply(
  { id, version }: CallRequest<"removeCannedReply">,
  context: CallContext,
): Promise<{ success: true }> {
  return transact(context.database, async (database) => {
    const before = await lock(database, id);
    if (!before) return { success: true };
    await checkSeen(database, before, version);
    await database.delete(cannedReplies).where(eq(cannedReplies.id, id));
    await log(database, context, {
      action: "removeCannedReply",
      id,
      before: loggedReply(before),
      after: { removed: true },
    });
    return { success: true };
  });
}
