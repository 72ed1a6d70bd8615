DROP INDEX "topics_moderated";--> statement-breakpoint
CREATE INDEX "moderation_log_reason" ON "moderation_log" USING btree ("reason_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "moderation_reasons_characters" ON "moderation_reasons" USING gin (regexp_split_to_array(lower("text"), ''));--> statement-breakpoint
CREATE INDEX "topics_moderated" ON "topics" USING btree ("section_id","id" DESC NULLS LAST) WHERE "topics"."deleted_at" is null;