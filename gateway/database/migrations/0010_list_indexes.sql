-- needs: 0008_event_days
-- outside of a transaction
DROP INDEX CONCURRENTLY IF EXISTS "topics_moderated_latest";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "topics_moderated_latest" ON "topics" USING btree ("id" DESC NULLS LAST) WHERE "topics"."deleted_at" is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "review_items_refused";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "review_items_refused" ON "review_items" USING btree ("author_id") WHERE "review_items"."decision" in ('refuse', 'discard');
