-- needs: 0001_administrators
-- outside of a transaction
DROP INDEX CONCURRENTLY IF EXISTS "activity_files_location";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "activity_files_location" ON "activity_files" USING btree ("location" text_pattern_ops);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "data_exports_location";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "data_exports_location" ON "data_exports" USING btree ("location" text_pattern_ops);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "files_location";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "files_location" ON "files" USING btree ("location" text_pattern_ops);
