-- needs: 0001_administrators
ALTER TABLE "sessions" ADD COLUMN "see_as" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "see_as_account_id" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "see_as_until" timestamp (3) with time zone;