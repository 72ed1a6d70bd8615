CREATE TABLE "kept_packs" (
	"id" serial PRIMARY KEY NOT NULL,
	"pack" text NOT NULL,
	"fingerprint" text NOT NULL,
	"texts" "bytea" NOT NULL,
	"binaries" jsonb NOT NULL,
	"facts" jsonb NOT NULL,
	"loaded_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "drafts_target";--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "drafts_deleted" ON "drafts" USING btree ("deleted_at") WHERE "drafts"."deleted_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "drafts_target" ON "drafts" USING btree ("account_id","target") WHERE "drafts"."deleted_at" is null;