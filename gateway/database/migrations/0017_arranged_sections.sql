-- needs: 0001_administrators
ALTER TABLE "posts" ADD COLUMN "moved_to_id" bigint;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "named_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "placed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "archived_at" timestamp (3) with time zone;