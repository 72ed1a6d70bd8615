-- needs: 0001_administrators
-- outside of a transaction
CREATE TABLE IF NOT EXISTS "usage_days" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"measure" text NOT NULL,
	"source" text NOT NULL,
	"amount" bigint NOT NULL,
	"people" integer NOT NULL,
	"marks" text[] NOT NULL,
	CONSTRAINT "usage_days_kind_key_day_measure_source_pk" PRIMARY KEY("kind","key","day","measure","source")
);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "usage_days_day";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "usage_days_day" ON "usage_days" USING btree ("kind","day");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "usage_days_marked";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "usage_days_marked" ON "usage_days" USING btree ("day") WHERE "usage_days"."marks" <> '{}';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "topics_without_reply";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "topics_without_reply" ON "topics" USING btree ("section_id","class_id","published_at") WHERE "topics"."listed" and "topics"."replies" = 0 and not "topics"."solved";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "course_learners_started";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "course_learners_started" ON "course_learners" USING btree ("started_at","course_id");
