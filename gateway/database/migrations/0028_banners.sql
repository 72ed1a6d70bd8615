-- needs: 0001_administrators
CREATE TABLE "closed_banners" (
	"announcement_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "closed_banners_announcement_id_account_id_pk" PRIMARY KEY("announcement_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "banner_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "banner_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "banner_slot" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "closed_banners" ADD CONSTRAINT "closed_banners_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closed_banners" ADD CONSTRAINT "closed_banners_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "closed_banners_account" ON "closed_banners" USING btree ("account_id");