CREATE TABLE "daily_posts" (
	"day" date NOT NULL,
	"account_id" integer NOT NULL,
	"posts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_posts_day_account_id_pk" PRIMARY KEY("day","account_id")
);
--> statement-breakpoint
CREATE TABLE "post_versions" (
	"id" serial PRIMARY KEY NOT NULL,
	"post_id" integer NOT NULL,
	"editor_id" integer NOT NULL,
	"title" text,
	"source" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tag_skills" (
	"account_id" integer NOT NULL,
	"tag_id" integer NOT NULL,
	"posts" integer DEFAULT 0 NOT NULL,
	"accepted" integer DEFAULT 0 NOT NULL,
	"score" integer GENERATED ALWAYS AS (posts + 10 * accepted) STORED NOT NULL,
	CONSTRAINT "tag_skills_account_id_tag_id_pk" PRIMARY KEY("account_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "draft_versions" (
	"id" serial PRIMARY KEY NOT NULL,
	"draft_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"fields" jsonb,
	"saved_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_items" (
	"id" serial PRIMARY KEY NOT NULL,
	"post_id" integer NOT NULL,
	"words" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by_id" integer
);
--> statement-breakpoint
CREATE TABLE "search_queries" (
	"text" text PRIMARY KEY NOT NULL,
	"times" integer DEFAULT 0 NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sensitive_words" (
	"word" text PRIMARY KEY NOT NULL,
	"level" text NOT NULL,
	"replacement" text
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"original_name" text NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer,
	"height" integer,
	"downloads" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "topics_reply";--> statement-breakpoint
DROP INDEX "topics_new";--> statement-breakpoint
DROP INDEX "topics_views";--> statement-breakpoint
DROP INDEX "topics_section_reply";--> statement-breakpoint
DROP INDEX "topics_section_new";--> statement-breakpoint
DROP INDEX "topics_section_views";--> statement-breakpoint
DROP INDEX "topics_author";--> statement-breakpoint
DROP INDEX "topics_pinned";--> statement-breakpoint
DROP INDEX "topics_digest";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "likes_received" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "answers_accepted" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "favorites_public" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "fields" jsonb;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "group_key" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "actors" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "recycled_by_id" integer;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "state_reason" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "review" text DEFAULT 'approved' NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "listed" boolean GENERATED ALWAYS AS (deleted_at is null and hidden_at is null and review = 'approved') STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "search" "tsvector";--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "summary" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "group_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "stamp" text;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "icon" text;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "moved_from_id" integer;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "moved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "heat" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "recycled_by_id" integer;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "state_reason" text;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "review" text DEFAULT 'approved' NOT NULL;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "listed" boolean GENERATED ALWAYS AS (deleted_at is null and hidden_at is null and review = 'approved') STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "search" "tsvector";--> statement-breakpoint
ALTER TABLE "daily_posts" ADD CONSTRAINT "daily_posts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_versions" ADD CONSTRAINT "post_versions_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_versions" ADD CONSTRAINT "post_versions_editor_id_accounts_id_fk" FOREIGN KEY ("editor_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag_skills" ADD CONSTRAINT "tag_skills_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag_skills" ADD CONSTRAINT "tag_skills_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_versions" ADD CONSTRAINT "draft_versions_draft_id_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_items" ADD CONSTRAINT "review_items_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_items" ADD CONSTRAINT "review_items_decided_by_id_accounts_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_file_name_files_name_fk" FOREIGN KEY ("file_name") REFERENCES "public"."files"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_versions_post" ON "post_versions" USING btree ("post_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "tag_skills_tag" ON "tag_skills" USING btree ("tag_id","score" DESC NULLS LAST,"account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "draft_versions_revision" ON "draft_versions" USING btree ("draft_id","revision");--> statement-breakpoint
CREATE UNIQUE INDEX "review_items_open" ON "review_items" USING btree ("post_id") WHERE "review_items"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "search_queries_times" ON "search_queries" USING btree ("times" DESC NULLS LAST,"last_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "uploads_account" ON "uploads" USING btree ("account_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "uploads_file" ON "uploads" USING btree ("file_name");--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_recycled_by_id_accounts_id_fk" FOREIGN KEY ("recycled_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topics" ADD CONSTRAINT "topics_moved_from_id_sections_id_fk" FOREIGN KEY ("moved_from_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topics" ADD CONSTRAINT "topics_recycled_by_id_accounts_id_fk" FOREIGN KEY ("recycled_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_well_informed" ON "accounts" USING btree ("answers_accepted" DESC NULLS LAST,"likes_received" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_group" ON "notifications" USING btree ("account_id","group_key") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "posts_topic_author" ON "posts" USING btree ("topic_id","author_id","floor");--> statement-breakpoint
CREATE INDEX "posts_search" ON "posts" USING gin ("search");--> statement-breakpoint
CREATE INDEX "topics_heat" ON "topics" USING btree ("heat" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_class_reply" ON "topics" USING btree ("class_id","last_reply_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_search" ON "topics" USING gin ("search");--> statement-breakpoint
CREATE INDEX "topics_reply" ON "topics" USING btree ("last_reply_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_new" ON "topics" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_views" ON "topics" USING btree ("views" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_section_reply" ON "topics" USING btree ("section_id","last_reply_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_section_new" ON "topics" USING btree ("section_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_section_views" ON "topics" USING btree ("section_id","views" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_author" ON "topics" USING btree ("author_id","created_at" DESC NULLS LAST) WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_pinned" ON "topics" USING btree ("section_id") WHERE "topics"."pinned" and "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_digest" ON "topics" USING btree ("last_reply_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "topics"."digest" and "topics"."listed";--> statement-breakpoint
UPDATE "accounts" SET "likes_received" = counted.likes FROM (
	SELECT "author_id", sum("likes")::int AS likes FROM "posts" WHERE "deleted_at" IS NULL GROUP BY "author_id"
) AS counted WHERE "accounts"."id" = counted."author_id";--> statement-breakpoint
UPDATE "accounts" SET "answers_accepted" = counted.answers FROM (
	SELECT "posts"."author_id", count(*)::int AS answers FROM "topics" JOIN "posts" ON "posts"."id" = "topics"."accepted_post_id"
	WHERE "topics"."deleted_at" IS NULL GROUP BY "posts"."author_id"
) AS counted WHERE "accounts"."id" = counted."author_id";--> statement-breakpoint
INSERT INTO "tag_skills" ("account_id", "tag_id", "posts", "accepted")
	SELECT "posts"."author_id", "topic_tags"."tag_id", count(*)::int, (count(*) FILTER (WHERE "topics"."accepted_post_id" = "posts"."id"))::int
	FROM "posts" JOIN "topics" ON "topics"."id" = "posts"."topic_id" JOIN "topic_tags" ON "topic_tags"."topic_id" = "topics"."id"
	WHERE "posts"."deleted_at" IS NULL AND "topics"."deleted_at" IS NULL AND "posts"."floor" IS DISTINCT FROM 1
	GROUP BY 1, 2;--> statement-breakpoint
INSERT INTO "daily_posts" ("day", "account_id", "posts")
	SELECT ("posts"."created_at" AT TIME ZONE 'UTC')::date, "posts"."author_id", count(*)::int
	FROM "posts" JOIN "topics" ON "topics"."id" = "posts"."topic_id"
	WHERE "posts"."deleted_at" IS NULL AND "topics"."deleted_at" IS NULL GROUP BY 1, 2;
