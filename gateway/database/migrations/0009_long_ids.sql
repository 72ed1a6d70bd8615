-- needs: 0008_event_days
-- Ids of 64 bits where a million members write. PostgreSQL rewrites each table and its indexes, and nobody else can use
-- the table meanwhile (docs/upgrading.md has the price): one statement for each table, so that it is rewritten once.
-- Earlier programs would get such ids as texts from PostgreSQL, so they refuse to start on this schema.
-- PostgreSQL changes no type of a column that a trigger names: these triggers are dropped here and made again below.
DROP TRIGGER "topics_version" ON "topics";
--> statement-breakpoint
DROP TRIGGER "posts_version" ON "posts";
--> statement-breakpoint
DROP TRIGGER "posts_bin_update" ON "posts";
--> statement-breakpoint
DROP TRIGGER "topic_tags_version" ON "topic_tags";
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "access_records" ALTER COLUMN "id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "appeals" ALTER COLUMN "target_id" SET DATA TYPE bigint, ALTER COLUMN "log_id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "conversation_sides" ALTER COLUMN "conversation_id" SET DATA TYPE bigint, ALTER COLUMN "read_up_to" SET DATA TYPE bigint, ALTER COLUMN "last_message_id" SET DATA TYPE bigint, ALTER COLUMN "deleted_up_to" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "conversations" ALTER COLUMN "id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "draft_versions" ALTER COLUMN "id" SET DATA TYPE bigint, ALTER COLUMN "draft_id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "drafts" ALTER COLUMN "id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "exam_answers" ALTER COLUMN "attempt_id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "exam_attempts" ALTER COLUMN "id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "favorites" ALTER COLUMN "topic_id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "inner_messages" ALTER COLUMN "id" SET DATA TYPE bigint, ALTER COLUMN "conversation_id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "invitations" ALTER COLUMN "topic_id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "jobs" ALTER COLUMN "id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "lesson_topics" ALTER COLUMN "topic_id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "likes" ALTER COLUMN "post_id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "message_reports" ALTER COLUMN "message_id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "moderation_items" ALTER COLUMN "target_id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "moderation_log" ALTER COLUMN "id" SET DATA TYPE bigint, ALTER COLUMN "target_id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "moderation_log_checkpoints" ALTER COLUMN "log_id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "notifications" ALTER COLUMN "id" SET DATA TYPE bigint, ALTER COLUMN "topic_id" SET DATA TYPE bigint, ALTER COLUMN "post_id" SET DATA TYPE bigint, ALTER COLUMN "log_id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "post_addresses" ALTER COLUMN "post_id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "post_attachments" ALTER COLUMN "post_id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "post_versions" ALTER COLUMN "id" SET DATA TYPE bigint, ALTER COLUMN "post_id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "posts" ALTER COLUMN "id" SET DATA TYPE bigint, ALTER COLUMN "topic_id" SET DATA TYPE bigint, ALTER COLUMN "parent_id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "recommended_topics" ALTER COLUMN "topic_id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "report_cases" ALTER COLUMN "post_id" SET DATA TYPE bigint, ALTER COLUMN "topic_id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "reports" ALTER COLUMN "post_id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "review_items" ALTER COLUMN "id" SET DATA TYPE bigint, ALTER COLUMN "post_id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "topic_mark_expiries" ALTER COLUMN "topic_id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "topic_pointers" ALTER COLUMN "topic_id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "topic_readings" ALTER COLUMN "topic_id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "topic_tags" ALTER COLUMN "topic_id" SET DATA TYPE bigint;
--> statement-breakpoint
-- squawk-ignore changing-column-type
ALTER TABLE "topics" ALTER COLUMN "id" SET DATA TYPE bigint, ALTER COLUMN "accepted_post_id" SET DATA TYPE bigint, ALTER COLUMN "duplicate_of_id" SET DATA TYPE bigint;
--> statement-breakpoint
ALTER SEQUENCE "access_records_id_seq" AS bigint;
--> statement-breakpoint
ALTER SEQUENCE "conversations_id_seq" AS bigint;
--> statement-breakpoint
ALTER SEQUENCE "draft_versions_id_seq" AS bigint;
--> statement-breakpoint
ALTER SEQUENCE "drafts_id_seq" AS bigint;
--> statement-breakpoint
ALTER SEQUENCE "exam_attempts_id_seq" AS bigint;
--> statement-breakpoint
ALTER SEQUENCE "inner_messages_id_seq" AS bigint;
--> statement-breakpoint
ALTER SEQUENCE "jobs_id_seq" AS bigint;
--> statement-breakpoint
ALTER SEQUENCE "moderation_log_id_seq" AS bigint;
--> statement-breakpoint
ALTER SEQUENCE "notifications_id_seq" AS bigint;
--> statement-breakpoint
ALTER SEQUENCE "post_versions_id_seq" AS bigint;
--> statement-breakpoint
ALTER SEQUENCE "posts_id_seq" AS bigint;
--> statement-breakpoint
ALTER SEQUENCE "review_items_id_seq" AS bigint;
--> statement-breakpoint
ALTER SEQUENCE "topics_id_seq" AS bigint;
--> statement-breakpoint
CREATE TRIGGER topics_version BEFORE UPDATE OF section_id, class_id, author_id, title, pinned, pin_scope, digest, digest_level,
	highlight, closed, duplicate_of_id, solved, accepted_post_id, stamp, icon, moved_from_id, solved_reason, replies, likes,
	favorites, last_floor, last_reply_at, last_replier_id, created_at, deleted_at, recycled_by_id, state_reason, hidden_at, review
	ON topics FOR EACH ROW EXECUTE FUNCTION topic_changed();
--> statement-breakpoint
CREATE TRIGGER posts_version AFTER UPDATE OF topic_id, author_id, floor, parent_id, depth_number, reply_to_id, source, html,
	likes, depth_total, created_at, edited_at, deleted_at, recycled_by_id, state_reason, hidden_at, review
	ON posts FOR EACH ROW EXECUTE FUNCTION topic_of_row_changed();
--> statement-breakpoint
CREATE TRIGGER posts_bin_update BEFORE UPDATE OF recycled_by_id, topic_id ON posts FOR EACH ROW
	EXECUTE FUNCTION post_bin_section();
--> statement-breakpoint
CREATE TRIGGER topic_tags_version AFTER UPDATE OF topic_id, tag_id, position
	ON topic_tags FOR EACH ROW EXECUTE FUNCTION topic_of_row_changed();
