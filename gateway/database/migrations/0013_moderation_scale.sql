DROP INDEX "review_items_queue";--> statement-breakpoint
DROP INDEX "review_items_section";--> statement-breakpoint
CREATE INDEX "topics_recycled_latest" ON "topics" USING btree ("deleted_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "topics"."recycled_by_id" is not null;--> statement-breakpoint
CREATE INDEX "topics_in_review" ON "topics" USING btree ("id" DESC NULLS LAST,"section_id") WHERE "topics"."review" <> 'approved' and "topics"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "topics_marked" ON "topics" USING btree ("id" DESC NULLS LAST,"section_id","digest","closed","pin_scope") WHERE ("topics"."digest" or "topics"."closed" or "topics"."pin_scope" is not null) and "topics"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "topics_created" ON "topics" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "penalties_holding" ON "penalties" USING btree ("id" DESC NULLS LAST) WHERE "penalties"."lifted_at" is null and "penalties"."kind" <> 'warning';--> statement-breakpoint
CREATE INDEX "report_cases_waiting" ON "report_cases" USING btree ("id") WHERE "report_cases"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "report_cases_waiting_section" ON "report_cases" USING btree ("section_id","id") WHERE "report_cases"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "report_cases_assignee" ON "report_cases" USING btree ("assignee_id","status","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "review_items_ignored" ON "review_items" USING btree ("of_topic","created_at","id") WHERE "review_items"."decided_at" is null and "review_items"."ignored_at" is not null;--> statement-breakpoint
CREATE INDEX "review_items_words" ON "review_items" USING gin ("words") WHERE "review_items"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "review_items_waiting_author" ON "review_items" USING btree ("author_id","created_at","id") WHERE "review_items"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "review_items_queue" ON "review_items" USING btree ("of_topic","created_at","id") WHERE "review_items"."decided_at" is null and "review_items"."ignored_at" is null;--> statement-breakpoint
CREATE INDEX "review_items_section" ON "review_items" USING btree ("section_id","of_topic","created_at","id") WHERE "review_items"."decided_at" is null and "review_items"."ignored_at" is null;--> statement-breakpoint
CREATE INDEX "moderation_log_section_action" ON "moderation_log" USING btree ("section_id","action","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "moderation_log_section_person" ON "moderation_log" USING btree ("section_id","person_id","id" DESC NULLS LAST);
