-- needs: 0001_administrators
CREATE TABLE "announcement_recipients" (
	"announcement_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"mail" text,
	CONSTRAINT "announcement_recipients_announcement_id_account_id_pk" PRIMARY KEY("announcement_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	-- As the other tables have it.
	-- squawk-ignore prefer-identity
	"id" serial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	"audience" text NOT NULL,
	"target_id" integer,
	"target_name" text DEFAULT '' NOT NULL,
	"by_mail" boolean DEFAULT false NOT NULL,
	"send_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"by_id" integer,
	"submission_id" text,
	"sent" integer DEFAULT 0 NOT NULL,
	"mails" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "announcements_submission_id_unique" UNIQUE("submission_id")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "last_seen_day" date;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "announcement_id" integer;--> statement-breakpoint
ALTER TABLE "announcement_recipients" ADD CONSTRAINT "announcement_recipients_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_recipients" ADD CONSTRAINT "announcement_recipients_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_by_id_accounts_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcement_recipients_account" ON "announcement_recipients" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "announcements_latest" ON "announcements" USING btree ("id" DESC NULLS LAST) WHERE "announcements"."audience" <> 'self';--> statement-breakpoint
-- An index of 100,000 members is there in some tenths of a second.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "accounts_joined" ON "accounts" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "accounts"."closed_at" is null;--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "accounts_seen" ON "accounts" USING btree ("last_seen_day" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "accounts"."closed_at" is null;--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "accounts_posts" ON "accounts" USING btree ("posts" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "accounts"."closed_at" is null;--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "profiles_type" ON "profiles" USING btree ("identity","developtype","account_id");--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "profiles_region" ON "profiles" USING btree ("province","city","account_id");