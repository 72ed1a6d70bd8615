DROP INDEX "topics_moderated";--> statement-breakpoint
CREATE INDEX "posts_recycled_by" ON "posts" USING btree ("recycled_by_id","deleted_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "posts"."recycled_by_id" is not null;--> statement-breakpoint
CREATE INDEX "topics_recycled_by" ON "topics" USING btree ("recycled_by_id","deleted_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "topics"."recycled_by_id" is not null;--> statement-breakpoint
CREATE INDEX "message_reports_waiting" ON "message_reports" USING btree ("id") WHERE "message_reports"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "moderation_log_reason" ON "moderation_log" USING btree ("reason_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "moderation_reasons_characters" ON "moderation_reasons" USING gin (regexp_split_to_array(lower("text"), ''));--> statement-breakpoint
CREATE INDEX "topics_moderated" ON "topics" USING btree ("section_id","id" DESC NULLS LAST) WHERE "topics"."deleted_at" is null;