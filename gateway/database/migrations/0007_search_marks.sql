CREATE TABLE "search_marks" (
	"text" text NOT NULL,
	"mark" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "search_marks_text_mark_pk" PRIMARY KEY("text","mark")
);
--> statement-breakpoint
DROP INDEX "search_queries_times";--> statement-breakpoint
ALTER TABLE "search_queries" ADD COLUMN "people" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "search_marks_at" ON "search_marks" USING btree ("at");--> statement-breakpoint
CREATE INDEX "search_queries_people" ON "search_queries" USING btree ("people" DESC NULLS LAST,"last_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "search_queries_last_at" ON "search_queries" USING btree ("last_at");--> statement-breakpoint
ALTER TABLE "search_queries" DROP COLUMN "times";