-- needs: 0001_administrators
-- outside of a transaction
DROP INDEX CONCURRENTLY IF EXISTS "complaints_due";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "complaints_due" ON "complaints" USING btree ("due_at","id") WHERE "complaints"."status" in ('received', 'working');
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "complaints_assignee";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "complaints_assignee" ON "complaints" USING btree ("assignee_id") WHERE "complaints"."assignee_id" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "suggestions_due";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "suggestions_due" ON "suggestions" USING btree ("due_at","id") WHERE "suggestions"."status" in ('received', 'working');
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "suggestions_assignee";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "suggestions_assignee" ON "suggestions" USING btree ("assignee_id") WHERE "suggestions"."assignee_id" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "course_learners_started";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "course_learners_started" ON "course_learners" USING btree ("started_at","course_id");
