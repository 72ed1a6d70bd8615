-- needs: 0001_administrators
CREATE TABLE "usage_days" (
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
CREATE INDEX "usage_days_day" ON "usage_days" USING btree ("kind","day");--> statement-breakpoint
CREATE INDEX "usage_days_marked" ON "usage_days" USING btree ("day") WHERE "usage_days"."marks" <> '{}';