CREATE TABLE "address_bans" (
	"id" serial PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"reason" text NOT NULL,
	"until" timestamp (3) with time zone,
	"by_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "address_bans_network_unique" UNIQUE("network")
);
--> statement-breakpoint
CREATE TABLE "appeals" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"kind" text NOT NULL,
	"target_id" integer NOT NULL,
	"log_id" integer NOT NULL,
	"decider_id" integer,
	"section_id" integer,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by_id" integer,
	"upheld" boolean,
	"answer" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "moderation_batches" (
	"id" serial PRIMARY KEY NOT NULL,
	"operator_id" integer NOT NULL,
	"action" text NOT NULL,
	"options" jsonb NOT NULL,
	"reason_id" integer,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"undoes_id" integer,
	"submission_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "moderation_items" (
	"batch_id" integer NOT NULL,
	"position" integer NOT NULL,
	"target_id" integer NOT NULL,
	"outcome" text,
	"message" text,
	"before" jsonb,
	CONSTRAINT "moderation_items_batch_id_target_id_pk" PRIMARY KEY("batch_id","target_id")
);
--> statement-breakpoint
CREATE TABLE "moderation_log" (
	"id" integer PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"operator_id" integer,
	"action" text NOT NULL,
	"section_id" integer,
	"target_kind" text NOT NULL,
	"target_id" integer,
	"person_id" integer,
	"batch_id" integer,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"reason_id" integer,
	"reason_digest" text DEFAULT '' NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "moderation_reasons" (
	"id" serial PRIMARY KEY NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "penalties" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"days" integer,
	"until" timestamp (3) with time zone,
	"by_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lifted_at" timestamp (3) with time zone,
	"lifted_by_id" integer
);
--> statement-breakpoint
CREATE TABLE "person_notes" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"by_id" integer NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "post_addresses" (
	"post_id" integer PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recommended_topics" (
	"section_id" integer NOT NULL,
	"topic_id" integer NOT NULL,
	"position" integer NOT NULL,
	"until" timestamp (3) with time zone,
	CONSTRAINT "recommended_topics_section_id_topic_id_pk" PRIMARY KEY("section_id","topic_id")
);
--> statement-breakpoint
CREATE TABLE "report_cases" (
	"id" serial PRIMARY KEY NOT NULL,
	"post_id" integer NOT NULL,
	"topic_id" integer NOT NULL,
	"section_id" integer NOT NULL,
	"author_id" integer NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"assignee_id" integer,
	"title" text NOT NULL,
	"source" text NOT NULL,
	"html" text NOT NULL,
	"text_digest" text NOT NULL,
	"reports" integer DEFAULT 0 NOT NULL,
	"notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by_id" integer,
	"answer" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "section_rights" (
	"account_id" integer NOT NULL,
	"section_id" integer NOT NULL,
	"right" text NOT NULL,
	"value" text NOT NULL,
	"set_by_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "section_rights_account_id_section_id_right_pk" PRIMARY KEY("account_id","section_id","right")
);
--> statement-breakpoint
CREATE TABLE "section_versions" (
	"id" serial PRIMARY KEY NOT NULL,
	"section_id" integer NOT NULL,
	"editor_id" integer NOT NULL,
	"summary" text NOT NULL,
	"rules_source" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "topic_mark_expiries" (
	"topic_id" integer NOT NULL,
	"mark" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "topic_mark_expiries_topic_id_mark_pk" PRIMARY KEY("topic_id","mark")
);
--> statement-breakpoint
CREATE TABLE "topic_pointers" (
	"section_id" integer NOT NULL,
	"topic_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "topic_pointers_section_id_topic_id_pk" PRIMARY KEY("section_id","topic_id")
);
--> statement-breakpoint
ALTER TABLE "topic_tags" RENAME COLUMN "last_reply_at" TO "active_at";--> statement-breakpoint
DROP INDEX "topic_tags_reply";--> statement-breakpoint
DROP INDEX "topics_reply";--> statement-breakpoint
DROP INDEX "topics_new";--> statement-breakpoint
DROP INDEX "topics_author";--> statement-breakpoint
DROP INDEX "topics_section_reply";--> statement-breakpoint
DROP INDEX "topics_section_new";--> statement-breakpoint
DROP INDEX "topics_digest";--> statement-breakpoint
DROP INDEX "topics_digest_new";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "banned_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "posting_closed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "unlisted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "pre_review" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "recycle_bin" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "rights" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "edited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "pin_scope" text;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "digest_level" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "highlight" text;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "active_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "published_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "duplicate_of_id" integer;--> statement-breakpoint
ALTER TABLE "message_reports" ADD COLUMN "decided_by_id" integer;--> statement-breakpoint
ALTER TABLE "message_reports" ADD COLUMN "upheld" boolean;--> statement-breakpoint
ALTER TABLE "message_reports" ADD COLUMN "answer" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "log_id" integer;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "case_id" integer;--> statement-breakpoint
ALTER TABLE "review_items" ADD COLUMN "section_id" integer;--> statement-breakpoint
ALTER TABLE "review_items" ADD COLUMN "author_id" integer;--> statement-breakpoint
ALTER TABLE "review_items" ADD COLUMN "of_topic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "review_items" ADD COLUMN "ignored_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "review_items" ADD COLUMN "claimed_by_id" integer;--> statement-breakpoint
ALTER TABLE "review_items" ADD COLUMN "claimed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "review_items" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "profile_changes" ADD COLUMN "ignored_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "profile_changes" ADD COLUMN "claimed_by_id" integer;--> statement-breakpoint
ALTER TABLE "profile_changes" ADD COLUMN "claimed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sensitive_words" ADD COLUMN "edited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "address_bans" ADD CONSTRAINT "address_bans_by_id_accounts_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decided_by_id_accounts_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_batches" ADD CONSTRAINT "moderation_batches_operator_id_accounts_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_batches" ADD CONSTRAINT "moderation_batches_reason_id_moderation_reasons_id_fk" FOREIGN KEY ("reason_id") REFERENCES "public"."moderation_reasons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_items" ADD CONSTRAINT "moderation_items_batch_id_moderation_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."moderation_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "penalties" ADD CONSTRAINT "penalties_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "penalties" ADD CONSTRAINT "penalties_by_id_accounts_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "penalties" ADD CONSTRAINT "penalties_lifted_by_id_accounts_id_fk" FOREIGN KEY ("lifted_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_notes" ADD CONSTRAINT "person_notes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_notes" ADD CONSTRAINT "person_notes_by_id_accounts_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_addresses" ADD CONSTRAINT "post_addresses_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recommended_topics" ADD CONSTRAINT "recommended_topics_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recommended_topics" ADD CONSTRAINT "recommended_topics_topic_id_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_topic_id_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_author_id_accounts_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_assignee_id_accounts_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_decided_by_id_accounts_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_rights" ADD CONSTRAINT "section_rights_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_rights" ADD CONSTRAINT "section_rights_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_rights" ADD CONSTRAINT "section_rights_set_by_id_accounts_id_fk" FOREIGN KEY ("set_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_versions" ADD CONSTRAINT "section_versions_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_versions" ADD CONSTRAINT "section_versions_editor_id_accounts_id_fk" FOREIGN KEY ("editor_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topic_mark_expiries" ADD CONSTRAINT "topic_mark_expiries_topic_id_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topic_pointers" ADD CONSTRAINT "topic_pointers_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topic_pointers" ADD CONSTRAINT "topic_pointers_topic_id_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "appeals_once" ON "appeals" USING btree ("account_id","log_id");--> statement-breakpoint
CREATE INDEX "appeals_open" ON "appeals" USING btree ("section_id","id") WHERE "appeals"."decided_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_batches_submission" ON "moderation_batches" USING btree ("operator_id","submission_id");--> statement-breakpoint
CREATE INDEX "moderation_batches_operator" ON "moderation_batches" USING btree ("operator_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "moderation_items_position" ON "moderation_items" USING btree ("batch_id","position");--> statement-breakpoint
CREATE INDEX "moderation_log_section" ON "moderation_log" USING btree ("section_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "moderation_log_operator" ON "moderation_log" USING btree ("operator_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "moderation_log_person" ON "moderation_log" USING btree ("person_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "moderation_log_action" ON "moderation_log" USING btree ("action","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "moderation_log_batch" ON "moderation_log" USING btree ("batch_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "moderation_log_target" ON "moderation_log" USING btree ("target_kind","target_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "moderation_log_at" ON "moderation_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "penalties_account" ON "penalties" USING btree ("account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "penalties_standing" ON "penalties" USING btree ("account_id","kind") WHERE "penalties"."lifted_at" is null and "penalties"."kind" <> 'warning';--> statement-breakpoint
CREATE INDEX "penalties_until" ON "penalties" USING btree ("until") WHERE "penalties"."lifted_at" is null and "penalties"."until" is not null;--> statement-breakpoint
CREATE INDEX "penalties_latest" ON "penalties" USING btree ("kind","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "person_notes_account" ON "person_notes" USING btree ("account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "post_addresses_created" ON "post_addresses" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "post_addresses_address" ON "post_addresses" USING btree ("address","post_id");--> statement-breakpoint
CREATE UNIQUE INDEX "report_cases_open" ON "report_cases" USING btree ("post_id") WHERE "report_cases"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "report_cases_post" ON "report_cases" USING btree ("post_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "report_cases_status" ON "report_cases" USING btree ("status","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "report_cases_section" ON "report_cases" USING btree ("section_id","status","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "report_cases_author" ON "report_cases" USING btree ("author_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "section_rights_section" ON "section_rights" USING btree ("section_id");--> statement-breakpoint
CREATE INDEX "section_versions_section" ON "section_versions" USING btree ("section_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "topic_mark_expiries_until" ON "topic_mark_expiries" USING btree ("until");--> statement-breakpoint
ALTER TABLE "topics" ADD CONSTRAINT "topics_duplicate_of_id_topics_id_fk" FOREIGN KEY ("duplicate_of_id") REFERENCES "public"."topics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_decided_by_id_accounts_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_case_id_report_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."report_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_items" ADD CONSTRAINT "review_items_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_items" ADD CONSTRAINT "review_items_author_id_accounts_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_items" ADD CONSTRAINT "review_items_claimed_by_id_accounts_id_fk" FOREIGN KEY ("claimed_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_changes" ADD CONSTRAINT "profile_changes_claimed_by_id_accounts_id_fk" FOREIGN KEY ("claimed_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "posts_recycled" ON "posts" USING btree ("deleted_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "posts"."recycled_by_id" is not null;--> statement-breakpoint
CREATE INDEX "topics_pinned_wide" ON "topics" USING btree ("pin_scope") WHERE "topics"."pin_scope" in ('group', 'site') and "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_recycled" ON "topics" USING btree ("section_id","deleted_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "topics"."recycled_by_id" is not null;--> statement-breakpoint
CREATE INDEX "topics_hidden" ON "topics" USING btree ("section_id","id" DESC NULLS LAST) WHERE "topics"."hidden_at" is not null and "topics"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "topics_moderated" ON "topics" USING btree ("section_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reports_case" ON "reports" USING btree ("case_id","id");--> statement-breakpoint
CREATE INDEX "reports_account" ON "reports" USING btree ("account_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "review_items_queue" ON "review_items" USING btree ("of_topic","created_at","id") WHERE "review_items"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "review_items_section" ON "review_items" USING btree ("section_id","of_topic","created_at","id") WHERE "review_items"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "review_items_author" ON "review_items" USING btree ("author_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "topic_tags_reply" ON "topic_tags" USING btree ("tag_id","active_at" DESC NULLS LAST,"topic_id" DESC NULLS LAST) WHERE "topic_tags"."listed";--> statement-breakpoint
CREATE INDEX "topics_reply" ON "topics" USING btree ("active_at" DESC NULLS LAST,"id" DESC NULLS LAST,"section_id") WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_new" ON "topics" USING btree ("published_at" DESC NULLS LAST,"id" DESC NULLS LAST,"section_id") WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_author" ON "topics" USING btree ("author_id","published_at" DESC NULLS LAST,"id" DESC NULLS LAST,"listed","section_id");--> statement-breakpoint
CREATE INDEX "topics_section_reply" ON "topics" USING btree ("section_id","active_at" DESC NULLS LAST,"id" DESC NULLS LAST,"class_id","digest","solved") WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_section_new" ON "topics" USING btree ("section_id","published_at" DESC NULLS LAST,"id" DESC NULLS LAST,"class_id","digest","solved") WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_digest" ON "topics" USING btree ("active_at" DESC NULLS LAST,"id" DESC NULLS LAST,"section_id") WHERE "topics"."digest" and "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_digest_new" ON "topics" USING btree ("published_at" DESC NULLS LAST,"id" DESC NULLS LAST,"section_id") WHERE "topics"."digest" and "topics"."listed";--> statement-breakpoint
-- What follows is written by hand: what stood before gets its marks and times, and triggers keep them.
ALTER TABLE "topics" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "topics" SET "pin_scope" = CASE WHEN "pinned" THEN 'section' END, "digest_level" = CASE WHEN "digest" THEN 1 ELSE 0 END,
	"active_at" = "last_reply_at", "published_at" = "created_at";--> statement-breakpoint
ALTER TABLE "topics" ENABLE TRIGGER USER;--> statement-breakpoint
UPDATE "review_items" i SET "section_id" = t."section_id", "author_id" = p."author_id", "of_topic" = p."floor" IS NOT DISTINCT FROM 1
	FROM "posts" p JOIN "topics" t ON t."id" = p."topic_id" WHERE p."id" = i."post_id";--> statement-breakpoint
CREATE OR REPLACE FUNCTION "topic_tag_from_topic"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT t."active_at", t."listed", "topic_question"(t."solved", t."class_id")
		INTO NEW."active_at", NEW."listed", NEW."question"
		FROM "topics" t WHERE t."id" = NEW."topic_id";
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "topic_to_topic_tags"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "topic_tags"
		SET "active_at" = NEW."active_at", "listed" = NEW."listed", "question" = "topic_question"(NEW."solved", NEW."class_id")
		WHERE "topic_id" = NEW."id";
	RETURN NULL;
END
$$;--> statement-breakpoint
DROP TRIGGER "topics_to_tags" ON "topics";--> statement-breakpoint
CREATE TRIGGER "topics_to_tags" AFTER UPDATE ON "topics" FOR EACH ROW
	WHEN (OLD."active_at" IS DISTINCT FROM NEW."active_at" OR OLD."listed" IS DISTINCT FROM NEW."listed"
		OR OLD."solved" IS DISTINCT FROM NEW."solved" OR OLD."class_id" IS DISTINCT FROM NEW."class_id")
	EXECUTE FUNCTION "topic_to_topic_tags"();--> statement-breakpoint
-- A topic's place in lists: its last reply's, unless it was raised since; a new reply lifts one that was sunk.
CREATE FUNCTION topic_times() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		NEW.active_at := coalesce(NEW.active_at, NEW.last_reply_at);
		NEW.published_at := coalesce(NEW.published_at, NEW.created_at);
	ELSIF NEW.active_at IS NOT DISTINCT FROM OLD.active_at THEN
		IF OLD.active_at = OLD.last_reply_at OR (NEW.last_reply_at > OLD.last_reply_at AND NEW.last_reply_at > OLD.active_at) THEN
			NEW.active_at := NEW.last_reply_at;
		END IF;
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER topics_times BEFORE INSERT OR UPDATE OF last_reply_at ON topics FOR EACH ROW EXECUTE FUNCTION topic_times();--> statement-breakpoint
CREATE FUNCTION topic_marks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' OR NEW.pin_scope IS NOT DISTINCT FROM OLD.pin_scope THEN
		NEW.pin_scope := CASE WHEN NEW.pinned THEN coalesce(NEW.pin_scope, 'section') END;
	END IF;
	NEW.pinned := NEW.pin_scope IS NOT NULL;
	IF TG_OP = 'INSERT' OR NEW.digest_level = OLD.digest_level THEN
		NEW.digest_level := CASE WHEN NEW.digest THEN greatest(NEW.digest_level, 1) ELSE 0 END;
	END IF;
	NEW.digest := NEW.digest_level > 0;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER topics_marks BEFORE INSERT OR UPDATE OF pinned, pin_scope, digest, digest_level ON topics
	FOR EACH ROW EXECUTE FUNCTION topic_marks();--> statement-breakpoint
DROP TRIGGER topics_version ON topics;--> statement-breakpoint
CREATE TRIGGER topics_version BEFORE UPDATE OF section_id, class_id, author_id, title, pinned, pin_scope, digest, digest_level,
	highlight, closed, duplicate_of_id, solved, accepted_post_id, stamp, icon, moved_from_id, solved_reason, replies, likes,
	favorites, last_floor, last_reply_at, last_replier_id, created_at, deleted_at, recycled_by_id, state_reason, hidden_at, review
	ON topics FOR EACH ROW EXECUTE FUNCTION topic_changed();--> statement-breakpoint
-- The queue is read by section and author without looking at the texts.
CREATE FUNCTION review_item_of_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT t.section_id, p.author_id, p.floor IS NOT DISTINCT FROM 1
		INTO NEW.section_id, NEW.author_id, NEW.of_topic
		FROM posts p JOIN topics t ON t.id = p.topic_id WHERE p.id = NEW.post_id;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER review_items_insert BEFORE INSERT ON review_items FOR EACH ROW EXECUTE FUNCTION review_item_of_post();--> statement-breakpoint
CREATE FUNCTION topic_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE review_items SET section_id = NEW.section_id WHERE decided_at IS NULL
		AND post_id IN (SELECT id FROM posts WHERE topic_id = NEW.id);
	UPDATE report_cases SET section_id = NEW.section_id WHERE topic_id = NEW.id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER topics_moved AFTER UPDATE OF section_id ON topics FOR EACH ROW
	WHEN (OLD.section_id IS DISTINCT FROM NEW.section_id) EXECUTE FUNCTION topic_moved();--> statement-breakpoint
-- The log is only ever added to.
CREATE FUNCTION moderation_log_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'moderation_log is only ever added to';
END $$;--> statement-breakpoint
CREATE TRIGGER moderation_log_changed BEFORE UPDATE OR DELETE ON moderation_log
	FOR EACH ROW EXECUTE FUNCTION moderation_log_stands();--> statement-breakpoint
CREATE TRIGGER moderation_log_emptied BEFORE TRUNCATE ON moderation_log
	FOR EACH STATEMENT EXECUTE FUNCTION moderation_log_stands();
