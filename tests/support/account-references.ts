import { getTableName, is } from "drizzle-orm";
import { getTableConfig, type PgColumn, PgTable } from "drizzle-orm/pg-core";
import * as schema from "gateway/database/schema";

/** Columns that name an account because of what it did as a moderator. */
export const moderating =
  `address_bans.by_id appeals.decided_by_id canned_replies.by_id message_reports.decided_by_id
  moderation_batches.operator_id penalties.by_id penalties.lifted_by_id person_notes.by_id
  posts.edited_by_id posts.recycled_by_id profile_changes.claimed_by_id profile_changes.decided_by_id
  report_cases.assignee_id report_cases.decided_by_id review_items.claimed_by_id
  review_items.decided_by_id section_rights.set_by_id section_versions.editor_id
  topics.recycled_by_id`.split(/\s+/);

/**
 * Columns that may keep the account's number after the account ends, and why. What the account wrote stays under an
 * anonymous name.
 */
export const stays: Record<string, string> = {
  ...Object.fromEntries(moderating.map((column) => [column, "what it did as a moderator"])),
  "topics.author_id": "its topics",
  "topics.last_replier_id": "its replies",
  "posts.author_id": "its topics and replies",
  "posts.reply_to_id": "others' answers to it",
  "post_versions.editor_id": "others' texts that it changed as a moderator",
  "review_items.author_id": "its topics and replies, which waited for a look",
  "report_cases.author_id": "its topics and replies, which were reported",
  "tag_skills.account_id": "a count of its replies",
  "daily_posts.account_id": "a count of its replies",
  "notifications.actor_id": "others' notices of its replies",
  "reports.account_id": "an open report, without its text",
  "message_reports.account_id": "an open report, without its text",
  "conversations.first_id": "what the other person wrote, and reported messages",
  "conversations.second_id": "what the other person wrote, and reported messages",
  "inner_messages.sender_id": "a message that somebody reported",
  "uploads.account_id": "files in its topics and replies",
  "account_closures.account_id": "the receipt",
};
/** The references of the schema's tables to `accounts`, each as `table.column`. */
export const references = Object.values(schema as Record<string, unknown>)
  .filter((table): table is PgTable => is(table, PgTable))
  .flatMap((table) =>
    getTableConfig(table).foreignKeys.flatMap((key) => {
      const { foreignTable, columns } = key.reference();
      return foreignTable === schema.accounts
        ? columns.map((column) => `${getTableName(table)}.${column.name}`)
        : [];
    }),
  );

/** The column that a reference names. */
export function accountColumn(reference: string): PgColumn {
  const found = Object.values(schema as Record<string, unknown>)
    .filter((table): table is PgTable => is(table, PgTable))
    .flatMap((table) => getTableConfig(table).columns)
    .find((column) => `${getTableName(column.table)}.${column.name}` === reference);
  if (!found) throw new Error(`there is no column ${reference}`);
  return found;
}
