ALTER TABLE "files" ADD COLUMN "needed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "files_needed" ON "files" USING btree ("needed_at");