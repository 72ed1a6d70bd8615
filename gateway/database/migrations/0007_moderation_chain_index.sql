-- needs: 0001_administrators
-- outside of a transaction
DROP INDEX CONCURRENTLY IF EXISTS "moderation_log_chain";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "moderation_log_chain" ON "moderation_log" USING btree ("chain","id");
