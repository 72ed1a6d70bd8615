ALTER TABLE "posts" ADD COLUMN "edited_by_id" integer;--> statement-breakpoint
ALTER TABLE "sensitive_words" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_edited_by_id_accounts_id_fk" FOREIGN KEY ("edited_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;