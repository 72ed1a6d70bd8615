CREATE TABLE "accounts" (
	"id" serial PRIMARY KEY NOT NULL,
	"pack_key" text,
	"nickname" text NOT NULL,
	"nickname_folded" text NOT NULL,
	"phone" text,
	"email" text,
	"password_hash" text,
	"avatar" text,
	"intro" text DEFAULT '' NOT NULL,
	"admin" boolean DEFAULT false NOT NULL,
	"muted_until" timestamp (3) with time zone,
	"topics" integer DEFAULT 0 NOT NULL,
	"posts" integer DEFAULT 0 NOT NULL,
	"followers" integer DEFAULT 0 NOT NULL,
	"following" integer DEFAULT 0 NOT NULL,
	"favorites" integer DEFAULT 0 NOT NULL,
	"likes_received" integer DEFAULT 0 NOT NULL,
	"answers_accepted" integer DEFAULT 0 NOT NULL,
	"favorites_public" boolean DEFAULT false NOT NULL,
	"signed_policies" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"profile_complete" boolean DEFAULT false NOT NULL,
	"nickname_changed_at" timestamp (3) with time zone,
	"muted_notices" text[] DEFAULT '{}'::text[] NOT NULL,
	"digest" text DEFAULT 'off' NOT NULL,
	"digest_sent_at" timestamp (3) with time zone,
	"closing_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_pack_key_unique" UNIQUE("pack_key")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" serial PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"csrf_token" text NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "verification_codes" (
	"message_id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"holder" text DEFAULT '' NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "access_records" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer,
	"visitor_id" text DEFAULT '' NOT NULL,
	"access_source" text DEFAULT '' NOT NULL,
	"first_login" integer,
	"login_time" timestamp (3) with time zone,
	"unlogin_count" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consent_records" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"policy_id" text NOT NULL,
	"version" text NOT NULL,
	"decision" text NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "policy_versions" (
	"policy_id" text NOT NULL,
	"version" text NOT NULL,
	"title" text NOT NULL,
	"html" text NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "policy_versions_policy_id_version_pk" PRIMARY KEY("policy_id","version")
);
--> statement-breakpoint
CREATE TABLE "daily_posts" (
	"day" date NOT NULL,
	"account_id" integer NOT NULL,
	"posts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_posts_day_account_id_pk" PRIMARY KEY("day","account_id")
);
--> statement-breakpoint
CREATE TABLE "moderators" (
	"section_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	CONSTRAINT "moderators_section_id_account_id_pk" PRIMARY KEY("section_id","account_id")
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
CREATE TABLE "posts" (
	"id" serial PRIMARY KEY NOT NULL,
	"topic_id" integer NOT NULL,
	"author_id" integer NOT NULL,
	"floor" integer,
	"parent_id" integer,
	"depth_number" integer,
	"reply_to_id" integer,
	"source" text NOT NULL,
	"html" text NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"depth_total" integer DEFAULT 0 NOT NULL,
	"submission_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"recycled_by_id" integer,
	"state_reason" text,
	"hidden_at" timestamp (3) with time zone,
	"review" text DEFAULT 'approved' NOT NULL,
	"listed" boolean GENERATED ALWAYS AS (deleted_at is null and hidden_at is null and review = 'approved') STORED NOT NULL,
	"search" "tsvector"
);
--> statement-breakpoint
CREATE TABLE "sections" (
	"id" integer PRIMARY KEY NOT NULL,
	"pack_key" text NOT NULL,
	"group_name" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"icon" text DEFAULT '' NOT NULL,
	"rules_source" text DEFAULT '' NOT NULL,
	"rules_html" text DEFAULT '' NOT NULL,
	"closed" boolean DEFAULT false NOT NULL,
	"topics" integer DEFAULT 0 NOT NULL,
	"posts" integer DEFAULT 0 NOT NULL,
	"followers" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sections_pack_key_unique" UNIQUE("pack_key")
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
CREATE TABLE "tags" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"group_name" text DEFAULT '' NOT NULL,
	"topics" integer DEFAULT 0 NOT NULL,
	"followers" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "topic_classes" (
	"id" serial PRIMARY KEY NOT NULL,
	"section_id" integer NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "topic_counts" (
	"section_id" integer NOT NULL,
	"class_id" integer NOT NULL,
	"digest" boolean NOT NULL,
	"solved" boolean NOT NULL,
	"topics" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "topic_counts_section_id_class_id_digest_solved_pk" PRIMARY KEY("section_id","class_id","digest","solved")
);
--> statement-breakpoint
CREATE TABLE "topic_tags" (
	"topic_id" integer NOT NULL,
	"tag_id" integer NOT NULL,
	"position" integer NOT NULL,
	"last_reply_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"listed" boolean DEFAULT true NOT NULL,
	"question" text,
	CONSTRAINT "topic_tags_topic_id_tag_id_pk" PRIMARY KEY("topic_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "topics" (
	"id" serial PRIMARY KEY NOT NULL,
	"pack_key" text,
	"section_id" integer NOT NULL,
	"class_id" integer,
	"author_id" integer NOT NULL,
	"title" text NOT NULL,
	"pinned" boolean DEFAULT false NOT NULL,
	"digest" boolean DEFAULT false NOT NULL,
	"closed" boolean DEFAULT false NOT NULL,
	"solved" boolean DEFAULT false NOT NULL,
	"accepted_post_id" integer,
	"stamp" text,
	"icon" text,
	"moved_from_id" integer,
	"moved_at" timestamp (3) with time zone,
	"heat" double precision DEFAULT 0 NOT NULL,
	"solved_reason" text,
	"views" integer DEFAULT 0 NOT NULL,
	"replies" integer DEFAULT 0 NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"favorites" integer DEFAULT 0 NOT NULL,
	"last_floor" integer DEFAULT 0 NOT NULL,
	"last_reply_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_replier_id" integer,
	"submission_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"recycled_by_id" integer,
	"state_reason" text,
	"hidden_at" timestamp (3) with time zone,
	"review" text DEFAULT 'approved' NOT NULL,
	"listed" boolean GENERATED ALWAYS AS (deleted_at is null and hidden_at is null and review = 'approved') STORED NOT NULL,
	"search" "tsvector",
	CONSTRAINT "topics_pack_key_unique" UNIQUE("pack_key")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" serial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text,
	"payload" jsonb NOT NULL,
	"progress" jsonb,
	"tries" integer DEFAULT 0 NOT NULL,
	"run_at" timestamp (3) with time zone NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"name" text PRIMARY KEY NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"claimed_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"account_id" integer NOT NULL,
	"blocked_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blocks_account_id_blocked_id_pk" PRIMARY KEY("account_id","blocked_id")
);
--> statement-breakpoint
CREATE TABLE "conversation_sides" (
	"conversation_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"unread" integer DEFAULT 0 NOT NULL,
	"read_up_to" integer DEFAULT 0 NOT NULL,
	"last_message_id" integer,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_up_to" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "conversation_sides_conversation_id_account_id_pk" PRIMARY KEY("conversation_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" serial PRIMARY KEY NOT NULL,
	"first_id" integer NOT NULL,
	"second_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inner_messages" (
	"id" serial PRIMARY KEY NOT NULL,
	"conversation_id" integer NOT NULL,
	"sender_id" integer NOT NULL,
	"text" text NOT NULL,
	"submission_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_reports" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"message_id" integer NOT NULL,
	"reason" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp (3) with time zone
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
CREATE TABLE "drafts" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"target" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"fields" jsonb,
	"revision" integer DEFAULT 0 NOT NULL,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "favorites" (
	"account_id" integer NOT NULL,
	"topic_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favorites_account_id_topic_id_pk" PRIMARY KEY("account_id","topic_id")
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"account_id" integer NOT NULL,
	"kind" text NOT NULL,
	"target_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "follows_account_id_kind_target_id_pk" PRIMARY KEY("account_id","kind","target_id")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"topic_id" integer NOT NULL,
	"inviter_id" integer NOT NULL,
	"invitee_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_topic_id_inviter_id_invitee_id_pk" PRIMARY KEY("topic_id","inviter_id","invitee_id")
);
--> statement-breakpoint
CREATE TABLE "likes" (
	"account_id" integer NOT NULL,
	"post_id" integer NOT NULL,
	"told" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "likes_account_id_post_id_pk" PRIMARY KEY("account_id","post_id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"kind" text NOT NULL,
	"event" text NOT NULL,
	"actor_id" integer,
	"topic_id" integer,
	"post_id" integer,
	"change_id" integer,
	"group_key" text,
	"actors" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"post_id" integer NOT NULL,
	"reason" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp (3) with time zone
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
CREATE TABLE "profile_changes" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"kind" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"words" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by_id" integer,
	"approved" boolean,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"large_avatar" text,
	"sex" text DEFAULT '' NOT NULL,
	"province" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"county" text DEFAULT '' NOT NULL,
	"identity" text DEFAULT '' NOT NULL,
	"developtype" text DEFAULT '' NOT NULL,
	"full_name" text DEFAULT '' NOT NULL,
	"company_name" text DEFAULT '' NOT NULL,
	"industry" text DEFAULT '' NOT NULL,
	"post" text DEFAULT '' NOT NULL,
	"edu_background" text DEFAULT '' NOT NULL,
	"school" text DEFAULT '' NOT NULL,
	"school_bound" boolean DEFAULT false NOT NULL,
	"lea_major" text DEFAULT '' NOT NULL,
	"tea_major" text DEFAULT '' NOT NULL,
	"entry_date" integer,
	"age" integer,
	"hobby" text DEFAULT '' NOT NULL,
	"def1" text DEFAULT '' NOT NULL,
	"interest_direction" integer[] DEFAULT '{}'::integer[] NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_closures" (
	"id" serial PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"account_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"effective_at" timestamp (3) with time zone NOT NULL,
	"cancelled_at" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	"summary" jsonb,
	CONSTRAINT "account_closures_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "complaints" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer,
	"app_id" text NOT NULL,
	"scene_id" text NOT NULL,
	"sub_scene_id" text NOT NULL,
	"device_id" text DEFAULT '' NOT NULL,
	"business_key" text NOT NULL,
	"content_title" text DEFAULT '' NOT NULL,
	"post_id" text DEFAULT '' NOT NULL,
	"post_url" text DEFAULT '' NOT NULL,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"status" text DEFAULT 'received' NOT NULL,
	"number" text NOT NULL,
	"contact" text DEFAULT '' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"submission_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "complaints_number_unique" UNIQUE("number"),
	CONSTRAINT "complaints_submission_id_unique" UNIQUE("submission_id")
);
--> statement-breakpoint
CREATE TABLE "contact_proofs" (
	"uuid_hash" text PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"session_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"channel" text NOT NULL,
	"contact" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "suggestions" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"type" text NOT NULL,
	"text" text NOT NULL,
	"images" text[] DEFAULT '{}'::text[] NOT NULL,
	"status" text DEFAULT 'received' NOT NULL,
	"number" text NOT NULL,
	"contact" text DEFAULT '' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"submission_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suggestions_number_unique" UNIQUE("number"),
	CONSTRAINT "suggestions_submission_id_unique" UNIQUE("submission_id")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_pieces" (
	"file_name" text NOT NULL,
	"number" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "file_pieces_file_name_number_pk" PRIMARY KEY("file_name","number")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"name" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "policies" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"version" text NOT NULL,
	"source" text NOT NULL,
	"html" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "post_attachments" (
	"post_id" integer NOT NULL,
	"upload_id" integer NOT NULL,
	CONSTRAINT "post_attachments_post_id_upload_id_pk" PRIMARY KEY("post_id","upload_id")
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
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_records" ADD CONSTRAINT "access_records_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_records" ADD CONSTRAINT "consent_records_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_posts" ADD CONSTRAINT "daily_posts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderators" ADD CONSTRAINT "moderators_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderators" ADD CONSTRAINT "moderators_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_versions" ADD CONSTRAINT "post_versions_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_versions" ADD CONSTRAINT "post_versions_editor_id_accounts_id_fk" FOREIGN KEY ("editor_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_topic_id_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_author_id_accounts_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_parent_id_posts_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_reply_to_id_accounts_id_fk" FOREIGN KEY ("reply_to_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_recycled_by_id_accounts_id_fk" FOREIGN KEY ("recycled_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag_skills" ADD CONSTRAINT "tag_skills_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag_skills" ADD CONSTRAINT "tag_skills_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topic_classes" ADD CONSTRAINT "topic_classes_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topic_counts" ADD CONSTRAINT "topic_counts_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topic_tags" ADD CONSTRAINT "topic_tags_topic_id_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topic_tags" ADD CONSTRAINT "topic_tags_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topics" ADD CONSTRAINT "topics_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topics" ADD CONSTRAINT "topics_class_id_topic_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."topic_classes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topics" ADD CONSTRAINT "topics_author_id_accounts_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topics" ADD CONSTRAINT "topics_accepted_post_id_posts_id_fk" FOREIGN KEY ("accepted_post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topics" ADD CONSTRAINT "topics_moved_from_id_sections_id_fk" FOREIGN KEY ("moved_from_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topics" ADD CONSTRAINT "topics_last_replier_id_accounts_id_fk" FOREIGN KEY ("last_replier_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topics" ADD CONSTRAINT "topics_recycled_by_id_accounts_id_fk" FOREIGN KEY ("recycled_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_id_accounts_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_sides" ADD CONSTRAINT "conversation_sides_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_sides" ADD CONSTRAINT "conversation_sides_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_first_id_accounts_id_fk" FOREIGN KEY ("first_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_second_id_accounts_id_fk" FOREIGN KEY ("second_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inner_messages" ADD CONSTRAINT "inner_messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inner_messages" ADD CONSTRAINT "inner_messages_sender_id_accounts_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_message_id_inner_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."inner_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_versions" ADD CONSTRAINT "draft_versions_draft_id_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_topic_id_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_topic_id_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_inviter_id_accounts_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invitee_id_accounts_id_fk" FOREIGN KEY ("invitee_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes" ADD CONSTRAINT "likes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes" ADD CONSTRAINT "likes_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_actor_id_accounts_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_topic_id_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_change_id_profile_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."profile_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_items" ADD CONSTRAINT "review_items_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_items" ADD CONSTRAINT "review_items_decided_by_id_accounts_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_changes" ADD CONSTRAINT "profile_changes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_changes" ADD CONSTRAINT "profile_changes_decided_by_id_accounts_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_closures" ADD CONSTRAINT "account_closures_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_proofs" ADD CONSTRAINT "contact_proofs_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_pieces" ADD CONSTRAINT "file_pieces_file_name_files_name_fk" FOREIGN KEY ("file_name") REFERENCES "public"."files"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_attachments" ADD CONSTRAINT "post_attachments_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_attachments" ADD CONSTRAINT "post_attachments_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_file_name_files_name_fk" FOREIGN KEY ("file_name") REFERENCES "public"."files"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_nickname" ON "accounts" USING btree ("nickname_folded");--> statement-breakpoint
CREATE INDEX "accounts_nickname_prefix" ON "accounts" USING btree ("nickname_folded" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_phone" ON "accounts" USING btree ("phone");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_email" ON "accounts" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "accounts_nickname_characters" ON "accounts" USING gin (regexp_split_to_array("nickname_folded", ''));--> statement-breakpoint
CREATE INDEX "accounts_digest" ON "accounts" USING btree ("digest_sent_at") WHERE "accounts"."digest" <> 'off';--> statement-breakpoint
CREATE INDEX "accounts_well_informed" ON "accounts" USING btree ("answers_accepted" DESC NULLS LAST,"likes_received" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "verification_codes_recipient" ON "verification_codes" USING btree ("recipient","created_at");--> statement-breakpoint
CREATE INDEX "access_records_latest" ON "access_records" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "access_records_account" ON "access_records" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "consent_records_account" ON "consent_records" USING btree ("account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "moderators_account" ON "moderators" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "post_versions_post" ON "post_versions" USING btree ("post_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "posts_floor" ON "posts" USING btree ("topic_id","floor");--> statement-breakpoint
CREATE UNIQUE INDEX "posts_depth" ON "posts" USING btree ("parent_id","depth_number");--> statement-breakpoint
CREATE UNIQUE INDEX "posts_submission" ON "posts" USING btree ("author_id","submission_id");--> statement-breakpoint
CREATE INDEX "posts_author" ON "posts" USING btree ("author_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "posts_author_unlisted" ON "posts" USING btree ("author_id") WHERE not "posts"."listed";--> statement-breakpoint
CREATE INDEX "posts_recent" ON "posts" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "posts_topic_author" ON "posts" USING btree ("topic_id","author_id","floor");--> statement-breakpoint
CREATE INDEX "posts_search" ON "posts" USING gin ("search");--> statement-breakpoint
CREATE INDEX "tag_skills_tag" ON "tag_skills" USING btree ("tag_id","score" DESC NULLS LAST,"account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tags_name" ON "tags" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "tags_name_characters" ON "tags" USING gin (regexp_split_to_array(lower("name"), ''));--> statement-breakpoint
CREATE INDEX "tags_prefix" ON "tags" USING btree (lower("name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "tags_topics" ON "tags" USING btree ("topics" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "tags_followers" ON "tags" USING btree ("followers" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "topic_classes_name" ON "topic_classes" USING btree ("section_id","name");--> statement-breakpoint
CREATE INDEX "topic_tags_tag" ON "topic_tags" USING btree ("tag_id","topic_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "topic_tags_reply" ON "topic_tags" USING btree ("tag_id","last_reply_at" DESC NULLS LAST,"topic_id" DESC NULLS LAST) WHERE "topic_tags"."listed";--> statement-breakpoint
CREATE UNIQUE INDEX "topics_submission" ON "topics" USING btree ("author_id","submission_id");--> statement-breakpoint
CREATE INDEX "topics_reply" ON "topics" USING btree ("last_reply_at" DESC NULLS LAST,"id" DESC NULLS LAST,"section_id") WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_new" ON "topics" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"section_id") WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_views" ON "topics" USING btree ("views" DESC NULLS LAST,"id" DESC NULLS LAST,"section_id") WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_heat" ON "topics" USING btree ("heat" DESC NULLS LAST,"id" DESC NULLS LAST,"section_id") WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_section_reply" ON "topics" USING btree ("section_id","last_reply_at" DESC NULLS LAST,"id" DESC NULLS LAST,"class_id","digest","solved") WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_section_new" ON "topics" USING btree ("section_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"class_id","digest","solved") WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_section_views" ON "topics" USING btree ("section_id","views" DESC NULLS LAST,"id" DESC NULLS LAST,"class_id","digest","solved") WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_digest" ON "topics" USING btree ("last_reply_at" DESC NULLS LAST,"id" DESC NULLS LAST,"section_id") WHERE "topics"."digest" and "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_digest_new" ON "topics" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"section_id") WHERE "topics"."digest" and "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_digest_views" ON "topics" USING btree ("views" DESC NULLS LAST,"id" DESC NULLS LAST,"section_id") WHERE "topics"."digest" and "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_author" ON "topics" USING btree ("author_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"listed","section_id");--> statement-breakpoint
CREATE INDEX "topics_author_unlisted" ON "topics" USING btree ("author_id") WHERE not "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_pinned" ON "topics" USING btree ("section_id") WHERE "topics"."pinned" and "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_search" ON "topics" USING gin ("search");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("run_at","id") WHERE "jobs"."failed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_key" ON "jobs" USING btree ("kind","key") WHERE "jobs"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "blocks_blocked" ON "blocks" USING btree ("blocked_id");--> statement-breakpoint
CREATE INDEX "conversation_sides_latest" ON "conversation_sides" USING btree ("account_id","last_at" DESC NULLS LAST,"conversation_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "conversation_sides_unread" ON "conversation_sides" USING btree ("account_id","last_at" DESC NULLS LAST,"conversation_id" DESC NULLS LAST) WHERE "conversation_sides"."unread" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_people" ON "conversations" USING btree ("first_id","second_id");--> statement-breakpoint
CREATE INDEX "inner_messages_conversation" ON "inner_messages" USING btree ("conversation_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "inner_messages_submission" ON "inner_messages" USING btree ("sender_id","submission_id");--> statement-breakpoint
CREATE UNIQUE INDEX "message_reports_open" ON "message_reports" USING btree ("account_id","message_id") WHERE "message_reports"."closed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "draft_versions_revision" ON "draft_versions" USING btree ("draft_id","revision");--> statement-breakpoint
CREATE UNIQUE INDEX "drafts_target" ON "drafts" USING btree ("account_id","target");--> statement-breakpoint
CREATE INDEX "favorites_latest" ON "favorites" USING btree ("account_id","created_at" DESC NULLS LAST,"topic_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "follows_target" ON "follows" USING btree ("kind","target_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "likes_post" ON "likes" USING btree ("post_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_account" ON "notifications" USING btree ("account_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_group" ON "notifications" USING btree ("account_id","group_key") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_kind" ON "notifications" USING btree ("account_id","kind","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_event" ON "notifications" USING btree ("account_id","event","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("account_id","kind","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_open" ON "reports" USING btree ("account_id","post_id") WHERE "reports"."closed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "review_items_open" ON "review_items" USING btree ("post_id") WHERE "review_items"."decided_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "profile_changes_open" ON "profile_changes" USING btree ("account_id","kind") WHERE "profile_changes"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "profile_changes_waiting" ON "profile_changes" USING btree ("created_at") WHERE "profile_changes"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "account_closures_due" ON "account_closures" USING btree ("effective_at") WHERE "account_closures"."cancelled_at" is null and "account_closures"."done_at" is null;--> statement-breakpoint
CREATE INDEX "complaints_account" ON "complaints" USING btree ("account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "complaints_status" ON "complaints" USING btree ("status","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "contact_proofs_account" ON "contact_proofs" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "suggestions_account" ON "suggestions" USING btree ("account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "suggestions_status" ON "suggestions" USING btree ("status","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "post_attachments_upload" ON "post_attachments" USING btree ("upload_id");--> statement-breakpoint
CREATE INDEX "search_queries_times" ON "search_queries" USING btree ("times" DESC NULLS LAST,"last_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "search_queries_text" ON "search_queries" USING btree ("text" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "uploads_account" ON "uploads" USING btree ("account_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "uploads_file" ON "uploads" USING btree ("file_name");--> statement-breakpoint
-- What follows is written by hand: triggers that keep copies and counters, whatever writes the topic.
CREATE FUNCTION "topic_question"(solved boolean, class_id integer) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT CASE WHEN $1 THEN 'solved'
		WHEN EXISTS (SELECT 1 FROM "topic_classes" WHERE "id" = $2 AND "name" = '求助') THEN 'open' END
$$;--> statement-breakpoint
CREATE FUNCTION "topic_tag_from_topic"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT t."last_reply_at", t."listed", "topic_question"(t."solved", t."class_id")
		INTO NEW."last_reply_at", NEW."listed", NEW."question"
		FROM "topics" t WHERE t."id" = NEW."topic_id";
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE FUNCTION "topic_to_topic_tags"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "topic_tags"
		SET "last_reply_at" = NEW."last_reply_at", "listed" = NEW."listed", "question" = "topic_question"(NEW."solved", NEW."class_id")
		WHERE "topic_id" = NEW."id";
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "topic_tags_insert" BEFORE INSERT ON "topic_tags"
	FOR EACH ROW EXECUTE FUNCTION "topic_tag_from_topic"();--> statement-breakpoint
CREATE TRIGGER "topics_to_tags" AFTER UPDATE ON "topics" FOR EACH ROW
	WHEN (OLD."last_reply_at" IS DISTINCT FROM NEW."last_reply_at" OR OLD."listed" IS DISTINCT FROM NEW."listed"
		OR OLD."solved" IS DISTINCT FROM NEW."solved" OR OLD."class_id" IS DISTINCT FROM NEW."class_id")
	EXECUTE FUNCTION "topic_to_topic_tags"();--> statement-breakpoint
CREATE FUNCTION count_topics_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO topic_counts (section_id, class_id, digest, solved, topics)
	SELECT section_id, coalesce(class_id, 0), digest, solved, count(*) FROM added WHERE listed
	GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
	ON CONFLICT (section_id, class_id, digest, solved) DO UPDATE SET topics = topic_counts.topics + excluded.topics;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_topics_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO topic_counts (section_id, class_id, digest, solved, topics)
	SELECT section_id, coalesce(class_id, 0), digest, solved, -count(*) FROM removed WHERE listed
	GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
	ON CONFLICT (section_id, class_id, digest, solved) DO UPDATE SET topics = topic_counts.topics + excluded.topics;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_topic_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO topic_counts (section_id, class_id, digest, solved, topics)
	SELECT section_id, class_id, digest, solved, sum(change) FROM (VALUES
		(old.section_id, coalesce(old.class_id, 0), old.digest, old.solved, old.listed, -1),
		(new.section_id, coalesce(new.class_id, 0), new.digest, new.solved, new.listed, 1)
	) AS moved (section_id, class_id, digest, solved, listed, change)
	WHERE listed GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
	ON CONFLICT (section_id, class_id, digest, solved) DO UPDATE SET topics = topic_counts.topics + excluded.topics;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER topics_added AFTER INSERT ON topics REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_topics_added();--> statement-breakpoint
CREATE TRIGGER topics_removed AFTER DELETE ON topics REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_topics_removed();--> statement-breakpoint
CREATE TRIGGER topics_changed AFTER UPDATE ON topics FOR EACH ROW
WHEN ((old.listed, old.section_id, old.class_id, old.digest, old.solved) IS DISTINCT FROM (new.listed, new.section_id, new.class_id, new.digest, new.solved))
EXECUTE FUNCTION count_topic_changed();
