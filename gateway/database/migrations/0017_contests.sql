-- needs: 0001_administrators
ALTER TABLE "activities" ADD COLUMN "home" jsonb;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "real_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "name_shown" text DEFAULT 'nickname' NOT NULL;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "studied_minutes" integer;--> statement-breakpoint
ALTER TABLE "study_totals" ADD COLUMN "real_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "study_totals" ADD COLUMN "name_shown" text;