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
	"banned_until" timestamp (3) with time zone,
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
CREATE TABLE "activities" (
	"id" integer PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"cover" jsonb,
	"start_at" timestamp (3) with time zone NOT NULL,
	"end_at" timestamp (3) with time zone NOT NULL,
	"sign_up_from" timestamp (3) with time zone NOT NULL,
	"sign_up_until" timestamp (3) with time zone NOT NULL,
	"place" text NOT NULL,
	"online" boolean DEFAULT false NOT NULL,
	"review" text NOT NULL,
	"teams" jsonb,
	"teams_until" timestamp (3) with time zone,
	"fields" jsonb NOT NULL,
	"lookups" jsonb NOT NULL,
	"agenda" jsonb NOT NULL,
	"speakers" jsonb NOT NULL,
	"attachments" jsonb NOT NULL,
	"section_id" integer,
	"verify" text[] NOT NULL,
	"guests" boolean DEFAULT false NOT NULL,
	"exam" text,
	"work_fields" jsonb,
	"works_until" timestamp (3) with time zone,
	"keep_days" integer NOT NULL,
	"source" text NOT NULL,
	"html" text NOT NULL,
	"rules" text DEFAULT '' NOT NULL,
	"rules_html" text DEFAULT '' NOT NULL,
	"fingerprint" text NOT NULL,
	"times_written" text NOT NULL,
	"results" jsonb,
	"results_at" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone,
	"delisted_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activity_categories" (
	"activity_id" integer NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"seats" integer NOT NULL,
	"pack_seats" integer NOT NULL,
	"taken" integer DEFAULT 0 NOT NULL,
	"waiting" integer DEFAULT 0 NOT NULL,
	"last_place" integer DEFAULT 0 NOT NULL,
	"delisted_at" timestamp (3) with time zone,
	CONSTRAINT "activity_categories_activity_id_key_pk" PRIMARY KEY("activity_id","key"),
	CONSTRAINT "activity_categories_taken" CHECK ("activity_categories"."taken" between 0 and "activity_categories"."seats"),
	CONSTRAINT "activity_categories_waiting" CHECK ("activity_categories"."waiting" >= 0)
);
--> statement-breakpoint
CREATE TABLE "activity_file_pieces" (
	"file_id" integer NOT NULL,
	"number" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "activity_file_pieces_file_id_number_pk" PRIMARY KEY("file_id","number")
);
--> statement-breakpoint
CREATE TABLE "activity_files" (
	"id" serial PRIMARY KEY NOT NULL,
	"activity_id" integer NOT NULL,
	"of" text NOT NULL,
	"field" text NOT NULL,
	"account_id" integer,
	"channel" text,
	"contact" text,
	"key" text NOT NULL,
	"type" text NOT NULL,
	"original_name" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activity_invitations" (
	"id" serial PRIMARY KEY NOT NULL,
	"team_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activity_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"private_key" text NOT NULL,
	"x" text NOT NULL,
	"y" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activity_messages" (
	"id" serial PRIMARY KEY NOT NULL,
	"activity_id" integer NOT NULL,
	"by_id" integer,
	"text" text NOT NULL,
	"recipients" integer DEFAULT 0 NOT NULL,
	"submission_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activity_organisers" (
	"activity_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"role" text NOT NULL,
	CONSTRAINT "activity_organisers_activity_id_account_id_role_pk" PRIMARY KEY("activity_id","account_id","role")
);
--> statement-breakpoint
CREATE TABLE "activity_proofs" (
	"uuid_hash" text PRIMARY KEY NOT NULL,
	"activity_id" integer NOT NULL,
	"channel" text NOT NULL,
	"contact" text NOT NULL,
	"used_for" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activity_scans" (
	"activity_id" integer NOT NULL,
	"nonce" text NOT NULL,
	"signup_id" integer,
	"answer" text NOT NULL,
	"duplicate" boolean DEFAULT false NOT NULL,
	"by_id" integer,
	"at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "activity_scans_activity_id_nonce_pk" PRIMARY KEY("activity_id","nonce")
);
--> statement-breakpoint
CREATE TABLE "activity_scores" (
	"work_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"score" integer NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "activity_scores_work_id_account_id_pk" PRIMARY KEY("work_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "activity_signups" (
	"id" serial PRIMARY KEY NOT NULL,
	"activity_id" integer NOT NULL,
	"category" text NOT NULL,
	"account_id" integer,
	"channel" text NOT NULL,
	"contact" text NOT NULL,
	"name" text NOT NULL,
	"answers" jsonb NOT NULL,
	"state" text NOT NULL,
	"place" integer,
	"reason" text DEFAULT '' NOT NULL,
	"walk_in" boolean DEFAULT false NOT NULL,
	"policy_version" text NOT NULL,
	"agreed_at" timestamp (3) with time zone NOT NULL,
	"submission_id" text NOT NULL,
	"letters" text NOT NULL,
	"proof_key" text NOT NULL,
	"decline_key" text,
	"moved_up_at" timestamp (3) with time zone,
	"reminded_at" timestamp (3) with time zone,
	"checked_in_at" timestamp (3) with time zone,
	"checked_in_by_id" integer,
	"erased_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activity_steps" (
	"id" serial PRIMARY KEY NOT NULL,
	"signup_id" integer NOT NULL,
	"action" text NOT NULL,
	"state" text NOT NULL,
	"by_id" integer,
	"reason" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activity_team_members" (
	"signup_id" integer PRIMARY KEY NOT NULL,
	"team_id" integer NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activity_teams" (
	"id" serial PRIMARY KEY NOT NULL,
	"activity_id" integer NOT NULL,
	"name" text NOT NULL,
	"name_folded" text NOT NULL,
	"captain_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activity_works" (
	"id" serial PRIMARY KEY NOT NULL,
	"activity_id" integer NOT NULL,
	"team_id" integer,
	"signup_id" integer,
	"title" text NOT NULL,
	"answers" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "activity_works_whose" CHECK (num_nonnulls("activity_works"."team_id", "activity_works"."signup_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "analytics_batches" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"page" text NOT NULL,
	"data" jsonb NOT NULL,
	"session_id" text NOT NULL,
	"anonymous_id" text NOT NULL,
	"account_id" integer,
	"event_at" timestamp (3) with time zone NOT NULL,
	"summed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_hours" (
	"hour" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "analytics_hours_hour_kind_key_pk" PRIMARY KEY("hour","kind","key")
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
CREATE TABLE "certificates" (
	"id" serial PRIMARY KEY NOT NULL,
	"public_id" text NOT NULL,
	"account_id" integer,
	"course_id" integer NOT NULL,
	"name" text NOT NULL,
	"holder" text NOT NULL,
	"course" text NOT NULL,
	"class_name" text NOT NULL,
	"level_name" text NOT NULL,
	"lessons" integer NOT NULL,
	"minutes" integer NOT NULL,
	"lecturers" jsonb NOT NULL,
	"exam" text DEFAULT '' NOT NULL,
	"percent" integer,
	"issuer" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_reason" text DEFAULT '' NOT NULL,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "exam_answers" (
	"attempt_id" integer NOT NULL,
	"number" integer NOT NULL,
	"answer" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exam_answers_attempt_id_number_pk" PRIMARY KEY("attempt_id","number")
);
--> statement-breakpoint
CREATE TABLE "exam_attempts" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"exam_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"exam_title" text NOT NULL,
	"course_title" text NOT NULL,
	"state" text NOT NULL,
	"questions" jsonb NOT NULL,
	"pass" integer NOT NULL,
	"total" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"points" integer DEFAULT 0 NOT NULL,
	"percent" integer DEFAULT 0 NOT NULL,
	"passed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exam_results" (
	"account_id" integer NOT NULL,
	"exam_id" integer NOT NULL,
	"taken" integer DEFAULT 0 NOT NULL,
	"best" integer,
	"passed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "exam_results_account_id_exam_id_pk" PRIMARY KEY("account_id","exam_id")
);
--> statement-breakpoint
CREATE TABLE "exams" (
	"id" integer PRIMARY KEY NOT NULL,
	"course_id" integer NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"minutes" integer NOT NULL,
	"draw" integer NOT NULL,
	"pass" integer NOT NULL,
	"attempts" integer NOT NULL,
	"wait" integer DEFAULT 30 NOT NULL,
	"questions" jsonb NOT NULL,
	"takers" integer DEFAULT 0 NOT NULL,
	"passed" integer DEFAULT 0 NOT NULL,
	"fingerprint" text NOT NULL,
	"delisted_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_exports" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"ready_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"bytes" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "data_exports_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "export_pieces" (
	"export_key" text NOT NULL,
	"number" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "export_pieces_export_key_number_pk" PRIMARY KEY("export_key","number")
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
	"edited_by_id" integer,
	"deleted_at" timestamp (3) with time zone,
	"recycled_by_id" integer,
	"state_reason" text,
	"hidden_at" timestamp (3) with time zone,
	"review" text DEFAULT 'approved' NOT NULL,
	"listed" boolean GENERATED ALWAYS AS (deleted_at is null and hidden_at is null and review = 'approved') STORED NOT NULL,
	"search" "tsvector",
	"bin_section_id" integer
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
	"question_template" text DEFAULT '' NOT NULL,
	"closed" boolean DEFAULT false NOT NULL,
	"posting_closed" boolean DEFAULT false NOT NULL,
	"unlisted" boolean DEFAULT false NOT NULL,
	"pre_review" text DEFAULT 'none' NOT NULL,
	"recycle_bin" boolean DEFAULT true NOT NULL,
	"rights" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"listed" boolean GENERATED ALWAYS AS (not closed and not unlisted and coalesce(rights ->> 'view', 'everyone') = 'everyone') STORED NOT NULL,
	"edited_at" timestamp (3) with time zone,
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
	"position" integer NOT NULL,
	"closed" boolean DEFAULT false NOT NULL
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
	"active_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
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
	"pin_scope" text,
	"digest" boolean DEFAULT false NOT NULL,
	"digest_level" integer DEFAULT 0 NOT NULL,
	"highlight" text,
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
	"active_at" timestamp (3) with time zone,
	"published_at" timestamp (3) with time zone,
	"duplicate_of_id" integer,
	"version" integer DEFAULT 0 NOT NULL,
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
	"closed_at" timestamp (3) with time zone,
	"decided_by_id" integer,
	"upheld" boolean,
	"answer" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "content_loads" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer,
	"pack" text NOT NULL,
	"fingerprint" text NOT NULL,
	"state" text NOT NULL,
	"changes" jsonb NOT NULL,
	"problems" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kept_packs" (
	"id" serial PRIMARY KEY NOT NULL,
	"pack" text NOT NULL,
	"fingerprint" text NOT NULL,
	"texts" "bytea" NOT NULL,
	"binaries" jsonb NOT NULL,
	"facts" jsonb NOT NULL,
	"loaded_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "news" (
	"id" integer PRIMARY KEY NOT NULL,
	"category_id" integer NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"cover" jsonb,
	"source" text NOT NULL,
	"html" text NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"fingerprint" text NOT NULL,
	"delisted_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search" "tsvector"
);
--> statement-breakpoint
CREATE TABLE "news_categories" (
	"id" integer PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"delisted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "news_products" (
	"news_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	CONSTRAINT "news_products_news_id_product_id_pk" PRIMARY KEY("news_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "redirects" (
	"source" text PRIMARY KEY NOT NULL,
	"target" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"account_id" integer NOT NULL,
	"kind" text NOT NULL,
	"target_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collections_account_id_kind_target_id_pk" PRIMARY KEY("account_id","kind","target_id")
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
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
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
	"product_id" integer,
	"version_id" integer,
	"notice_number" text,
	"log_id" integer,
	"activity_id" integer,
	"words" text,
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
	"case_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "review_items" (
	"id" serial PRIMARY KEY NOT NULL,
	"post_id" integer NOT NULL,
	"section_id" integer,
	"author_id" integer,
	"of_topic" boolean DEFAULT false NOT NULL,
	"words" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ignored_at" timestamp (3) with time zone,
	"claimed_by_id" integer,
	"claimed_until" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"decided_by_id" integer,
	"decision" text
);
--> statement-breakpoint
CREATE TABLE "notice_products" (
	"notice_number" text NOT NULL,
	"product_id" integer NOT NULL,
	"date" date NOT NULL,
	CONSTRAINT "notice_products_notice_number_product_id_pk" PRIMARY KEY("notice_number","product_id")
);
--> statement-breakpoint
CREATE TABLE "product_bom_lines" (
	"product_id" integer NOT NULL,
	"position" integer NOT NULL,
	"designator" text DEFAULT '' NOT NULL,
	"part" text NOT NULL,
	"quantity" integer NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"component_id" integer,
	CONSTRAINT "product_bom_lines_product_id_position_pk" PRIMARY KEY("product_id","position")
);
--> statement-breakpoint
CREATE TABLE "product_classes" (
	"id" integer PRIMARY KEY NOT NULL,
	"parent_id" integer,
	"path" integer[] NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"delisted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "product_notices" (
	"number" text PRIMARY KEY NOT NULL,
	"id" serial NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"date" date NOT NULL,
	"effective" date,
	"workaround" text DEFAULT '' NOT NULL,
	"file_name" text,
	"original_name" text,
	"bytes" integer,
	"source" text NOT NULL,
	"html" text NOT NULL,
	"told_at" timestamp (3) with time zone,
	"fingerprint" text NOT NULL,
	"delisted_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search" "tsvector",
	CONSTRAINT "product_notices_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "product_parameters" (
	"class_id" integer NOT NULL,
	"key" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"unit" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"choices" text[] NOT NULL,
	"filter" boolean NOT NULL,
	"compare" boolean NOT NULL,
	CONSTRAINT "product_parameters_class_id_key_pk" PRIMARY KEY("class_id","key")
);
--> statement-breakpoint
CREATE TABLE "product_parts" (
	"number" text PRIMARY KEY NOT NULL,
	"folded" text NOT NULL,
	"product_id" integer NOT NULL,
	"position" integer NOT NULL,
	"package" text NOT NULL,
	"temperature" text DEFAULT '' NOT NULL,
	"temperature_low" double precision,
	"temperature_high" double precision,
	"packing" text DEFAULT '' NOT NULL,
	"buy" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_replacements" (
	"product_id" integer NOT NULL,
	"replacement_id" integer NOT NULL,
	"kind" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_replacements_product_id_replacement_id_pk" PRIMARY KEY("product_id","replacement_id")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" integer PRIMARY KEY NOT NULL,
	"class_id" integer NOT NULL,
	"name" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"since" date NOT NULL,
	"last_order" date,
	"gallery" jsonb NOT NULL,
	"values" jsonb NOT NULL,
	"pinout_image" jsonb,
	"pins" jsonb NOT NULL,
	"certifications" jsonb NOT NULL,
	"tag_id" integer,
	"section_id" integer,
	"source" text NOT NULL,
	"html" text NOT NULL,
	"followers" integer DEFAULT 0 NOT NULL,
	"collected" integer DEFAULT 0 NOT NULL,
	"fingerprint" text NOT NULL,
	"delisted_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search" "tsvector"
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
	"ignored_at" timestamp (3) with time zone,
	"claimed_by_id" integer,
	"claimed_until" timestamp (3) with time zone,
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
CREATE TABLE "read_marks" (
	"account_id" integer NOT NULL,
	"section_id" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "read_marks_account_id_section_id_pk" PRIMARY KEY("account_id","section_id")
);
--> statement-breakpoint
CREATE TABLE "topic_readings" (
	"account_id" integer NOT NULL,
	"topic_id" integer NOT NULL,
	"floor" integer DEFAULT 0 NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"replies" integer DEFAULT 0 NOT NULL,
	"read_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"level" text DEFAULT 'default' NOT NULL,
	"level_at" timestamp (3) with time zone,
	CONSTRAINT "topic_readings_account_id_topic_id_pk" PRIMARY KEY("account_id","topic_id")
);
--> statement-breakpoint
CREATE TABLE "resource_classes" (
	"resource_id" integer NOT NULL,
	"class_id" integer NOT NULL,
	"level_id" integer NOT NULL,
	"date" date NOT NULL,
	CONSTRAINT "resource_classes_resource_id_class_id_pk" PRIMARY KEY("resource_id","class_id")
);
--> statement-breakpoint
CREATE TABLE "resource_counts" (
	"scope" text NOT NULL,
	"scope_id" integer NOT NULL,
	"level_id" integer NOT NULL,
	"resources" integer NOT NULL,
	CONSTRAINT "resource_counts_scope_scope_id_level_id_pk" PRIMARY KEY("scope","scope_id","level_id")
);
--> statement-breakpoint
CREATE TABLE "resource_levels" (
	"id" integer PRIMARY KEY NOT NULL,
	"parent_id" integer,
	"path" integer[] NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"delisted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "resource_products" (
	"resource_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"level_id" integer NOT NULL,
	"date" date NOT NULL,
	"listed" boolean NOT NULL,
	CONSTRAINT "resource_products_resource_id_product_id_pk" PRIMARY KEY("resource_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "resource_versions" (
	"id" serial PRIMARY KEY NOT NULL,
	"resource_id" integer NOT NULL,
	"version" text NOT NULL,
	"position" integer NOT NULL,
	"date" date NOT NULL,
	"state" text NOT NULL,
	"until" date,
	"file_name" text,
	"original_name" text NOT NULL,
	"url" text,
	"file_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"supports" jsonb NOT NULL,
	"entries" jsonb NOT NULL,
	"changes" text DEFAULT '' NOT NULL,
	"changes_html" text DEFAULT '' NOT NULL,
	"downloads" integer DEFAULT 0 NOT NULL,
	"told_at" timestamp (3) with time zone,
	"delisted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "resources" (
	"id" integer PRIMARY KEY NOT NULL,
	"level_id" integer NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"language" text NOT NULL,
	"access" text NOT NULL,
	"licence" text DEFAULT '' NOT NULL,
	"replaced_by_id" integer,
	"source" text NOT NULL,
	"html" text NOT NULL,
	"version" text NOT NULL,
	"date" date NOT NULL,
	"bytes" bigint NOT NULL,
	"file_type" text NOT NULL,
	"downloads" integer DEFAULT 0 NOT NULL,
	"heat" double precision DEFAULT 0 NOT NULL,
	"collected" integer DEFAULT 0 NOT NULL,
	"fingerprint" text NOT NULL,
	"delisted_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search" "tsvector"
);
--> statement-breakpoint
CREATE TABLE "video_products" (
	"video_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	CONSTRAINT "video_products_video_id_product_id_pk" PRIMARY KEY("video_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "videos" (
	"id" integer PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"date" date NOT NULL,
	"file_name" text NOT NULL,
	"bytes" integer NOT NULL,
	"seconds" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"poster" jsonb NOT NULL,
	"captions" text,
	"plays" integer DEFAULT 0 NOT NULL,
	"heat" double precision DEFAULT 0 NOT NULL,
	"collected" integer DEFAULT 0 NOT NULL,
	"fingerprint" text NOT NULL,
	"delisted_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search" "tsvector"
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
	"bytes" integer,
	"sha256" text,
	"width" integer,
	"height" integer,
	"needed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "image_variants" (
	"file_name" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"variant_name" text NOT NULL,
	CONSTRAINT "image_variants_file_name_width_pk" PRIMARY KEY("file_name","width")
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
CREATE TABLE "search_marks" (
	"text" text NOT NULL,
	"mark" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "search_marks_text_mark_pk" PRIMARY KEY("text","mark")
);
--> statement-breakpoint
CREATE TABLE "search_queries" (
	"text" text PRIMARY KEY NOT NULL,
	"people" integer DEFAULT 0 NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sensitive_words" (
	"word" text PRIMARY KEY NOT NULL,
	"level" text NOT NULL,
	"replacement" text,
	"edited_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone
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
CREATE TABLE "course_classes" (
	"id" integer PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"delisted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "course_learners" (
	"account_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"lesson_id" integer,
	"lessons_done" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone NOT NULL,
	"studied_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "course_learners_account_id_course_id_pk" PRIMARY KEY("account_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "course_lecturers" (
	"course_id" integer NOT NULL,
	"lecturer_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "course_lecturers_course_id_lecturer_id_pk" PRIMARY KEY("course_id","lecturer_id")
);
--> statement-breakpoint
CREATE TABLE "course_levels" (
	"id" integer PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"delisted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "course_products" (
	"course_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	CONSTRAINT "course_products_course_id_product_id_pk" PRIMARY KEY("course_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "course_resources" (
	"course_id" integer NOT NULL,
	"resource_id" integer NOT NULL,
	CONSTRAINT "course_resources_course_id_resource_id_pk" PRIMARY KEY("course_id","resource_id")
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" integer PRIMARY KEY NOT NULL,
	"class_id" integer NOT NULL,
	"level_id" integer NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"cover" jsonb,
	"source" text NOT NULL,
	"html" text NOT NULL,
	"chapters" jsonb NOT NULL,
	"tags" jsonb NOT NULL,
	"section_id" integer,
	"opens_at" timestamp (3) with time zone NOT NULL,
	"minutes" integer NOT NULL,
	"lessons" integer NOT NULL,
	"videos" integer NOT NULL,
	"exams" integer NOT NULL,
	"certificate_name" text,
	"certificate_exam_id" integer,
	"live_starts_at" timestamp (3) with time zone,
	"live_minutes" integer DEFAULT 0 NOT NULL,
	"live_url" text,
	"replay_lesson_id" integer,
	"replay_url" text,
	"learners" integer DEFAULT 0 NOT NULL,
	"collected" integer DEFAULT 0 NOT NULL,
	"fingerprint" text NOT NULL,
	"delisted_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search" "tsvector"
);
--> statement-breakpoint
CREATE TABLE "lecturers" (
	"id" integer PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"organisation" text DEFAULT '' NOT NULL,
	"intro" text DEFAULT '' NOT NULL,
	"photo" jsonb,
	"account_id" integer,
	"courses" integer DEFAULT 0 NOT NULL,
	"learners" integer DEFAULT 0 NOT NULL,
	"fingerprint" text NOT NULL,
	"delisted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "lesson_progress" (
	"account_id" integer NOT NULL,
	"lesson_id" integer NOT NULL,
	"position" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"watched" integer DEFAULT 0 NOT NULL,
	"heard_at" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	"marked_at" timestamp (3) with time zone,
	CONSTRAINT "lesson_progress_account_id_lesson_id_pk" PRIMARY KEY("account_id","lesson_id")
);
--> statement-breakpoint
CREATE TABLE "lesson_topics" (
	"lesson_id" integer NOT NULL,
	"topic_id" integer NOT NULL,
	"at" integer,
	CONSTRAINT "lesson_topics_lesson_id_topic_id_pk" PRIMARY KEY("lesson_id","topic_id")
);
--> statement-breakpoint
CREATE TABLE "lessons" (
	"id" integer PRIMARY KEY NOT NULL,
	"course_id" integer NOT NULL,
	"number" integer NOT NULL,
	"chapter" text NOT NULL,
	"title" text NOT NULL,
	"minutes" integer NOT NULL,
	"videos" jsonb NOT NULL,
	"seconds" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"poster" jsonb,
	"captions" text,
	"transcript" jsonb NOT NULL,
	"slides" jsonb NOT NULL,
	"source" text NOT NULL,
	"html" text NOT NULL,
	"plays" integer DEFAULT 0 NOT NULL,
	"heat" double precision DEFAULT 0 NOT NULL,
	"collected" integer DEFAULT 0 NOT NULL,
	"fingerprint" text NOT NULL,
	"delisted_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search" "tsvector"
);
--> statement-breakpoint
CREATE TABLE "study_totals" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"courses" integer DEFAULT 0 NOT NULL,
	"finished" integer DEFAULT 0 NOT NULL,
	"lessons_done" integer DEFAULT 0 NOT NULL,
	"minutes" integer DEFAULT 0 NOT NULL,
	"certificates" integer DEFAULT 0 NOT NULL,
	"exams_passed" integer DEFAULT 0 NOT NULL,
	"percents" integer DEFAULT 0 NOT NULL,
	"listed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "video_uploads" (
	"id" serial PRIMARY KEY NOT NULL,
	"course_id" integer NOT NULL,
	"lesson_id" integer,
	"account_id" integer NOT NULL,
	"file_name" text NOT NULL,
	"original_name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"seconds" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"mark" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "video_uploads_begun" (
	"id" serial PRIMARY KEY NOT NULL,
	"course_id" integer NOT NULL,
	"lesson_id" integer,
	"account_id" integer NOT NULL,
	"file_name" text NOT NULL,
	"original_name" text NOT NULL,
	"bytes" integer NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"mark" text NOT NULL,
	"heard_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_categories" ADD CONSTRAINT "activity_categories_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_file_pieces" ADD CONSTRAINT "activity_file_pieces_file_id_activity_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."activity_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_files" ADD CONSTRAINT "activity_files_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_files" ADD CONSTRAINT "activity_files_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_invitations" ADD CONSTRAINT "activity_invitations_team_id_activity_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."activity_teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_invitations" ADD CONSTRAINT "activity_invitations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_messages" ADD CONSTRAINT "activity_messages_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_messages" ADD CONSTRAINT "activity_messages_by_id_accounts_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_organisers" ADD CONSTRAINT "activity_organisers_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_organisers" ADD CONSTRAINT "activity_organisers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_proofs" ADD CONSTRAINT "activity_proofs_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_scans" ADD CONSTRAINT "activity_scans_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_scans" ADD CONSTRAINT "activity_scans_signup_id_activity_signups_id_fk" FOREIGN KEY ("signup_id") REFERENCES "public"."activity_signups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_scans" ADD CONSTRAINT "activity_scans_by_id_accounts_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_scores" ADD CONSTRAINT "activity_scores_work_id_activity_works_id_fk" FOREIGN KEY ("work_id") REFERENCES "public"."activity_works"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_scores" ADD CONSTRAINT "activity_scores_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_signups" ADD CONSTRAINT "activity_signups_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_signups" ADD CONSTRAINT "activity_signups_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_signups" ADD CONSTRAINT "activity_signups_checked_in_by_id_accounts_id_fk" FOREIGN KEY ("checked_in_by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_steps" ADD CONSTRAINT "activity_steps_signup_id_activity_signups_id_fk" FOREIGN KEY ("signup_id") REFERENCES "public"."activity_signups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_steps" ADD CONSTRAINT "activity_steps_by_id_accounts_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_team_members" ADD CONSTRAINT "activity_team_members_signup_id_activity_signups_id_fk" FOREIGN KEY ("signup_id") REFERENCES "public"."activity_signups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_team_members" ADD CONSTRAINT "activity_team_members_team_id_activity_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."activity_teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_teams" ADD CONSTRAINT "activity_teams_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_teams" ADD CONSTRAINT "activity_teams_captain_id_activity_signups_id_fk" FOREIGN KEY ("captain_id") REFERENCES "public"."activity_signups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_works" ADD CONSTRAINT "activity_works_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_works" ADD CONSTRAINT "activity_works_team_id_activity_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."activity_teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_works" ADD CONSTRAINT "activity_works_signup_id_activity_signups_id_fk" FOREIGN KEY ("signup_id") REFERENCES "public"."activity_signups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_events" ADD CONSTRAINT "analytics_events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_records" ADD CONSTRAINT "access_records_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_records" ADD CONSTRAINT "consent_records_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_answers" ADD CONSTRAINT "exam_answers_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD CONSTRAINT "exam_attempts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD CONSTRAINT "exam_attempts_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD CONSTRAINT "exam_attempts_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_results" ADD CONSTRAINT "exam_results_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_results" ADD CONSTRAINT "exam_results_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_pieces" ADD CONSTRAINT "export_pieces_export_key_data_exports_key_fk" FOREIGN KEY ("export_key") REFERENCES "public"."data_exports"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_closures" ADD CONSTRAINT "account_closures_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_proofs" ADD CONSTRAINT "contact_proofs_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_posts" ADD CONSTRAINT "daily_posts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderators" ADD CONSTRAINT "moderators_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderators" ADD CONSTRAINT "moderators_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_versions" ADD CONSTRAINT "post_versions_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_versions" ADD CONSTRAINT "post_versions_editor_id_accounts_id_fk" FOREIGN KEY ("editor_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_topic_id_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_author_id_accounts_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_parent_id_posts_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_reply_to_id_accounts_id_fk" FOREIGN KEY ("reply_to_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_edited_by_id_accounts_id_fk" FOREIGN KEY ("edited_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_recycled_by_id_accounts_id_fk" FOREIGN KEY ("recycled_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_bin_section_id_sections_id_fk" FOREIGN KEY ("bin_section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "topics" ADD CONSTRAINT "topics_duplicate_of_id_topics_id_fk" FOREIGN KEY ("duplicate_of_id") REFERENCES "public"."topics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_decided_by_id_accounts_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "content_loads" ADD CONSTRAINT "content_loads_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_category_id_news_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."news_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_products" ADD CONSTRAINT "news_products_news_id_news_id_fk" FOREIGN KEY ("news_id") REFERENCES "public"."news"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_products" ADD CONSTRAINT "news_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_version_id_resource_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."resource_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_notice_number_product_notices_number_fk" FOREIGN KEY ("notice_number") REFERENCES "public"."product_notices"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_case_id_report_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."report_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_items" ADD CONSTRAINT "review_items_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_items" ADD CONSTRAINT "review_items_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_items" ADD CONSTRAINT "review_items_author_id_accounts_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_items" ADD CONSTRAINT "review_items_claimed_by_id_accounts_id_fk" FOREIGN KEY ("claimed_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_items" ADD CONSTRAINT "review_items_decided_by_id_accounts_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_products" ADD CONSTRAINT "notice_products_notice_number_product_notices_number_fk" FOREIGN KEY ("notice_number") REFERENCES "public"."product_notices"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_products" ADD CONSTRAINT "notice_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_bom_lines" ADD CONSTRAINT "product_bom_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_bom_lines" ADD CONSTRAINT "product_bom_lines_component_id_products_id_fk" FOREIGN KEY ("component_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_classes" ADD CONSTRAINT "product_classes_parent_id_product_classes_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."product_classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_parameters" ADD CONSTRAINT "product_parameters_class_id_product_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."product_classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_parts" ADD CONSTRAINT "product_parts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_replacements" ADD CONSTRAINT "product_replacements_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_replacements" ADD CONSTRAINT "product_replacements_replacement_id_products_id_fk" FOREIGN KEY ("replacement_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_class_id_product_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."product_classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_changes" ADD CONSTRAINT "profile_changes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_changes" ADD CONSTRAINT "profile_changes_claimed_by_id_accounts_id_fk" FOREIGN KEY ("claimed_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_changes" ADD CONSTRAINT "profile_changes_decided_by_id_accounts_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "read_marks" ADD CONSTRAINT "read_marks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topic_readings" ADD CONSTRAINT "topic_readings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topic_readings" ADD CONSTRAINT "topic_readings_topic_id_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_classes" ADD CONSTRAINT "resource_classes_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_classes" ADD CONSTRAINT "resource_classes_class_id_product_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."product_classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_levels" ADD CONSTRAINT "resource_levels_parent_id_resource_levels_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."resource_levels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_products" ADD CONSTRAINT "resource_products_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_products" ADD CONSTRAINT "resource_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_versions" ADD CONSTRAINT "resource_versions_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resources" ADD CONSTRAINT "resources_level_id_resource_levels_id_fk" FOREIGN KEY ("level_id") REFERENCES "public"."resource_levels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resources" ADD CONSTRAINT "resources_replaced_by_id_resources_id_fk" FOREIGN KEY ("replaced_by_id") REFERENCES "public"."resources"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_products" ADD CONSTRAINT "video_products_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_products" ADD CONSTRAINT "video_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_pieces" ADD CONSTRAINT "file_pieces_file_name_files_name_fk" FOREIGN KEY ("file_name") REFERENCES "public"."files"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_variants" ADD CONSTRAINT "image_variants_file_name_files_name_fk" FOREIGN KEY ("file_name") REFERENCES "public"."files"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_variants" ADD CONSTRAINT "image_variants_variant_name_files_name_fk" FOREIGN KEY ("variant_name") REFERENCES "public"."files"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_attachments" ADD CONSTRAINT "post_attachments_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_attachments" ADD CONSTRAINT "post_attachments_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_file_name_files_name_fk" FOREIGN KEY ("file_name") REFERENCES "public"."files"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_learners" ADD CONSTRAINT "course_learners_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_learners" ADD CONSTRAINT "course_learners_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_lecturers" ADD CONSTRAINT "course_lecturers_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_lecturers" ADD CONSTRAINT "course_lecturers_lecturer_id_lecturers_id_fk" FOREIGN KEY ("lecturer_id") REFERENCES "public"."lecturers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_products" ADD CONSTRAINT "course_products_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_products" ADD CONSTRAINT "course_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_resources" ADD CONSTRAINT "course_resources_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_resources" ADD CONSTRAINT "course_resources_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_class_id_course_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."course_classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_level_id_course_levels_id_fk" FOREIGN KEY ("level_id") REFERENCES "public"."course_levels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lecturers" ADD CONSTRAINT "lecturers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD CONSTRAINT "lesson_progress_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD CONSTRAINT "lesson_progress_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_topics" ADD CONSTRAINT "lesson_topics_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_topics" ADD CONSTRAINT "lesson_topics_topic_id_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study_totals" ADD CONSTRAINT "study_totals_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_uploads" ADD CONSTRAINT "video_uploads_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_uploads" ADD CONSTRAINT "video_uploads_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_uploads" ADD CONSTRAINT "video_uploads_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_uploads_begun" ADD CONSTRAINT "video_uploads_begun_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_uploads_begun" ADD CONSTRAINT "video_uploads_begun_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_uploads_begun" ADD CONSTRAINT "video_uploads_begun_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_nickname" ON "accounts" USING btree ("nickname_folded");--> statement-breakpoint
CREATE INDEX "accounts_nickname_prefix" ON "accounts" USING btree ("nickname_folded" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_phone" ON "accounts" USING btree ("phone");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_email" ON "accounts" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "accounts_nickname_characters" ON "accounts" USING gin (regexp_split_to_array("nickname_folded", ''));--> statement-breakpoint
CREATE INDEX "accounts_digest" ON "accounts" USING btree ("digest_sent_at") WHERE "accounts"."digest" <> 'off';--> statement-breakpoint
CREATE INDEX "accounts_well_informed" ON "accounts" USING btree ("answers_accepted" DESC NULLS LAST,"likes_received" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "verification_codes_recipient" ON "verification_codes" USING btree ("recipient","created_at");--> statement-breakpoint
CREATE INDEX "activities_end" ON "activities" USING btree ("end_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "activities_start" ON "activities" USING btree ("start_at");--> statement-breakpoint
CREATE UNIQUE INDEX "activity_files_key" ON "activity_files" USING btree ("key");--> statement-breakpoint
CREATE INDEX "activity_files_activity" ON "activity_files" USING btree ("activity_id");--> statement-breakpoint
CREATE INDEX "activity_files_account" ON "activity_files" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "activity_invitations_person" ON "activity_invitations" USING btree ("team_id","account_id");--> statement-breakpoint
CREATE INDEX "activity_invitations_account" ON "activity_invitations" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "activity_messages_submission" ON "activity_messages" USING btree ("submission_id");--> statement-breakpoint
CREATE INDEX "activity_organisers_account" ON "activity_organisers" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "activity_proofs_expiry" ON "activity_proofs" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "activity_scans_signup" ON "activity_scans" USING btree ("signup_id","at");--> statement-breakpoint
CREATE INDEX "activity_scores_account" ON "activity_scores" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "activity_signups_submission" ON "activity_signups" USING btree ("submission_id");--> statement-breakpoint
CREATE UNIQUE INDEX "activity_signups_proof" ON "activity_signups" USING btree ("proof_key");--> statement-breakpoint
CREATE UNIQUE INDEX "activity_signups_decline" ON "activity_signups" USING btree ("decline_key");--> statement-breakpoint
CREATE UNIQUE INDEX "activity_signups_letters" ON "activity_signups" USING btree ("activity_id","letters");--> statement-breakpoint
CREATE UNIQUE INDEX "activity_signups_account" ON "activity_signups" USING btree ("activity_id","account_id") WHERE state in ('waiting', 'pending', 'accepted', 'more');--> statement-breakpoint
CREATE UNIQUE INDEX "activity_signups_contact" ON "activity_signups" USING btree ("activity_id","channel","contact") WHERE state in ('waiting', 'pending', 'accepted', 'more') and contact <> '';--> statement-breakpoint
CREATE INDEX "activity_signups_waiting" ON "activity_signups" USING btree ("activity_id","category","place") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "activity_signups_list" ON "activity_signups" USING btree ("activity_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "activity_signups_own" ON "activity_signups" USING btree ("account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "activity_signups_contacts" ON "activity_signups" USING btree ("channel","contact");--> statement-breakpoint
CREATE INDEX "activity_steps_signup" ON "activity_steps" USING btree ("signup_id","id");--> statement-breakpoint
CREATE INDEX "activity_team_members_team" ON "activity_team_members" USING btree ("team_id","joined_at");--> statement-breakpoint
CREATE UNIQUE INDEX "activity_teams_name" ON "activity_teams" USING btree ("activity_id","name_folded");--> statement-breakpoint
CREATE UNIQUE INDEX "activity_works_team" ON "activity_works" USING btree ("team_id");--> statement-breakpoint
CREATE UNIQUE INDEX "activity_works_signup" ON "activity_works" USING btree ("signup_id");--> statement-breakpoint
CREATE INDEX "activity_works_activity" ON "activity_works" USING btree ("activity_id","id");--> statement-breakpoint
CREATE INDEX "analytics_batches_age" ON "analytics_batches" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "analytics_events_unsummed" ON "analytics_events" USING btree ("id") WHERE not "analytics_events"."summed";--> statement-breakpoint
CREATE INDEX "analytics_events_age" ON "analytics_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "analytics_events_page" ON "analytics_events" USING btree ("page","code","created_at");--> statement-breakpoint
CREATE INDEX "analytics_events_account" ON "analytics_events" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "access_records_latest" ON "access_records" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "access_records_account" ON "access_records" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "consent_records_account" ON "consent_records" USING btree ("account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_public" ON "certificates" USING btree ("public_id");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_holder" ON "certificates" USING btree ("account_id","course_id");--> statement-breakpoint
CREATE UNIQUE INDEX "exam_attempts_running" ON "exam_attempts" USING btree ("account_id","exam_id") WHERE "exam_attempts"."state" = 'running';--> statement-breakpoint
CREATE INDEX "exam_attempts_due" ON "exam_attempts" USING btree ("ends_at") WHERE "exam_attempts"."state" = 'running';--> statement-breakpoint
CREATE INDEX "exam_attempts_account" ON "exam_attempts" USING btree ("account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "exams_course" ON "exams" USING btree ("course_id","id");--> statement-breakpoint
CREATE INDEX "data_exports_expiry" ON "data_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "account_closures_due" ON "account_closures" USING btree ("effective_at") WHERE "account_closures"."cancelled_at" is null and "account_closures"."done_at" is null;--> statement-breakpoint
CREATE INDEX "complaints_account" ON "complaints" USING btree ("account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "complaints_status" ON "complaints" USING btree ("status","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "contact_proofs_account" ON "contact_proofs" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "suggestions_account" ON "suggestions" USING btree ("account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "suggestions_status" ON "suggestions" USING btree ("status","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "moderators_account" ON "moderators" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "post_versions_post" ON "post_versions" USING btree ("post_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "posts_floor" ON "posts" USING btree ("topic_id","floor");--> statement-breakpoint
CREATE UNIQUE INDEX "posts_depth" ON "posts" USING btree ("parent_id","depth_number");--> statement-breakpoint
CREATE UNIQUE INDEX "posts_submission" ON "posts" USING btree ("author_id","submission_id");--> statement-breakpoint
CREATE INDEX "posts_liked" ON "posts" USING btree ("topic_id","likes" DESC NULLS LAST,"floor") WHERE "posts"."floor" > 1;--> statement-breakpoint
CREATE INDEX "posts_author" ON "posts" USING btree ("author_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "posts_author_unlisted" ON "posts" USING btree ("author_id") WHERE not "posts"."listed";--> statement-breakpoint
CREATE INDEX "posts_recent" ON "posts" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "posts_topic_author" ON "posts" USING btree ("topic_id","author_id","floor");--> statement-breakpoint
CREATE INDEX "posts_recycled" ON "posts" USING btree ("deleted_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "posts"."recycled_by_id" is not null;--> statement-breakpoint
CREATE INDEX "posts_recycled_by" ON "posts" USING btree ("recycled_by_id","deleted_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "posts"."recycled_by_id" is not null;--> statement-breakpoint
CREATE INDEX "posts_recycled_section" ON "posts" USING btree ("bin_section_id","deleted_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "posts"."recycled_by_id" is not null;--> statement-breakpoint
CREATE INDEX "posts_search" ON "posts" USING gin ("search");--> statement-breakpoint
CREATE INDEX "tag_skills_tag" ON "tag_skills" USING btree ("tag_id","score" DESC NULLS LAST,"account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tags_name" ON "tags" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "tags_name_characters" ON "tags" USING gin (regexp_split_to_array(lower("name"), ''));--> statement-breakpoint
CREATE INDEX "tags_prefix" ON "tags" USING btree (lower("name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "tags_topics" ON "tags" USING btree ("topics" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "tags_followers" ON "tags" USING btree ("followers" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "topic_classes_name" ON "topic_classes" USING btree ("section_id","name");--> statement-breakpoint
CREATE INDEX "topic_tags_tag" ON "topic_tags" USING btree ("tag_id","topic_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "topic_tags_reply" ON "topic_tags" USING btree ("tag_id","active_at" DESC NULLS LAST,"topic_id" DESC NULLS LAST) WHERE "topic_tags"."listed";--> statement-breakpoint
CREATE UNIQUE INDEX "topics_submission" ON "topics" USING btree ("author_id","submission_id");--> statement-breakpoint
CREATE INDEX "topics_reply" ON "topics" USING btree ("active_at" DESC NULLS LAST,"id" DESC NULLS LAST,"section_id") WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_new" ON "topics" USING btree ("published_at" DESC NULLS LAST,"id" DESC NULLS LAST,"section_id") WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_views" ON "topics" USING btree ("views" DESC NULLS LAST,"id" DESC NULLS LAST,"section_id") WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_heat" ON "topics" USING btree ("heat" DESC NULLS LAST,"id" DESC NULLS LAST,"section_id") WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_section_reply" ON "topics" USING btree ("section_id","active_at" DESC NULLS LAST,"id" DESC NULLS LAST,"class_id","digest","solved") WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_section_new" ON "topics" USING btree ("section_id","published_at" DESC NULLS LAST,"id" DESC NULLS LAST,"class_id","digest","solved") WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_section_views" ON "topics" USING btree ("section_id","views" DESC NULLS LAST,"id" DESC NULLS LAST,"class_id","digest","solved") WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_digest" ON "topics" USING btree ("active_at" DESC NULLS LAST,"id" DESC NULLS LAST,"section_id") WHERE "topics"."digest" and "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_digest_new" ON "topics" USING btree ("published_at" DESC NULLS LAST,"id" DESC NULLS LAST,"section_id") WHERE "topics"."digest" and "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_digest_views" ON "topics" USING btree ("views" DESC NULLS LAST,"id" DESC NULLS LAST,"section_id") WHERE "topics"."digest" and "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_author" ON "topics" USING btree ("author_id","published_at" DESC NULLS LAST,"id" DESC NULLS LAST,"listed","section_id");--> statement-breakpoint
CREATE INDEX "topics_author_unlisted" ON "topics" USING btree ("author_id") WHERE not "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_pinned" ON "topics" USING btree ("section_id") WHERE "topics"."pinned" and "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_pinned_wide" ON "topics" USING btree ("pin_scope") WHERE "topics"."pin_scope" in ('group', 'site') and "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_recycled" ON "topics" USING btree ("section_id","deleted_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "topics"."recycled_by_id" is not null;--> statement-breakpoint
CREATE INDEX "topics_hidden" ON "topics" USING btree ("section_id","id" DESC NULLS LAST) WHERE "topics"."hidden_at" is not null and "topics"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "topics_recycled_by" ON "topics" USING btree ("recycled_by_id","deleted_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "topics"."recycled_by_id" is not null;--> statement-breakpoint
CREATE INDEX "topics_recycled_latest" ON "topics" USING btree ("deleted_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "topics"."recycled_by_id" is not null;--> statement-breakpoint
CREATE INDEX "topics_moderated" ON "topics" USING btree ("section_id","id" DESC NULLS LAST) WHERE "topics"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "topics_in_review" ON "topics" USING btree ("id" DESC NULLS LAST,"section_id") WHERE "topics"."review" <> 'approved' and "topics"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "topics_marked" ON "topics" USING btree ("id" DESC NULLS LAST,"section_id","digest","closed","pin_scope") WHERE ("topics"."digest" or "topics"."closed" or "topics"."pin_scope" is not null) and "topics"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "topics_created" ON "topics" USING btree ("created_at");--> statement-breakpoint
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
CREATE INDEX "message_reports_waiting" ON "message_reports" USING btree ("id") WHERE "message_reports"."closed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "appeals_once" ON "appeals" USING btree ("account_id","log_id");--> statement-breakpoint
CREATE INDEX "appeals_open" ON "appeals" USING btree ("section_id","id") WHERE "appeals"."decided_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_batches_submission" ON "moderation_batches" USING btree ("operator_id","submission_id");--> statement-breakpoint
CREATE INDEX "moderation_batches_operator" ON "moderation_batches" USING btree ("operator_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "moderation_items_position" ON "moderation_items" USING btree ("batch_id","position");--> statement-breakpoint
CREATE INDEX "moderation_log_section" ON "moderation_log" USING btree ("section_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "moderation_log_section_action" ON "moderation_log" USING btree ("section_id","action","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "moderation_log_section_person" ON "moderation_log" USING btree ("section_id","person_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "moderation_log_operator" ON "moderation_log" USING btree ("operator_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "moderation_log_person" ON "moderation_log" USING btree ("person_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "moderation_log_action" ON "moderation_log" USING btree ("action","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "moderation_log_reason" ON "moderation_log" USING btree ("reason_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "moderation_log_batch" ON "moderation_log" USING btree ("batch_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "moderation_log_target" ON "moderation_log" USING btree ("target_kind","target_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "moderation_log_at" ON "moderation_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "moderation_reasons_characters" ON "moderation_reasons" USING gin (regexp_split_to_array(lower("text"), ''));--> statement-breakpoint
CREATE INDEX "penalties_account" ON "penalties" USING btree ("account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "penalties_standing" ON "penalties" USING btree ("account_id","kind") WHERE "penalties"."lifted_at" is null and "penalties"."kind" <> 'warning';--> statement-breakpoint
CREATE INDEX "penalties_until" ON "penalties" USING btree ("until") WHERE "penalties"."lifted_at" is null and "penalties"."until" is not null;--> statement-breakpoint
CREATE INDEX "penalties_latest" ON "penalties" USING btree ("kind","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "penalties_holding" ON "penalties" USING btree ("id" DESC NULLS LAST) WHERE "penalties"."lifted_at" is null and "penalties"."kind" <> 'warning';--> statement-breakpoint
CREATE INDEX "person_notes_account" ON "person_notes" USING btree ("account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "post_addresses_created" ON "post_addresses" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "post_addresses_address" ON "post_addresses" USING btree ("address","post_id");--> statement-breakpoint
CREATE UNIQUE INDEX "report_cases_open" ON "report_cases" USING btree ("post_id") WHERE "report_cases"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "report_cases_post" ON "report_cases" USING btree ("post_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "report_cases_status" ON "report_cases" USING btree ("status","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "report_cases_section" ON "report_cases" USING btree ("section_id","status","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "report_cases_author" ON "report_cases" USING btree ("author_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "report_cases_waiting" ON "report_cases" USING btree ("id") WHERE "report_cases"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "report_cases_waiting_section" ON "report_cases" USING btree ("section_id","id") WHERE "report_cases"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "report_cases_assignee" ON "report_cases" USING btree ("assignee_id","status","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "section_rights_section" ON "section_rights" USING btree ("section_id");--> statement-breakpoint
CREATE INDEX "section_versions_section" ON "section_versions" USING btree ("section_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "topic_mark_expiries_until" ON "topic_mark_expiries" USING btree ("until");--> statement-breakpoint
CREATE INDEX "content_loads_latest" ON "content_loads" USING btree ("id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "news_date" ON "news" USING btree ("date" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "news"."delisted_at" is null;--> statement-breakpoint
CREATE INDEX "news_category" ON "news" USING btree ("category_id","date" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "news"."delisted_at" is null;--> statement-breakpoint
CREATE INDEX "news_search" ON "news" USING gin ("search");--> statement-breakpoint
CREATE INDEX "news_products_product" ON "news_products" USING btree ("product_id","news_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "collections_latest" ON "collections" USING btree ("account_id","kind","created_at" DESC NULLS LAST,"target_id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "draft_versions_revision" ON "draft_versions" USING btree ("draft_id","revision");--> statement-breakpoint
CREATE UNIQUE INDEX "drafts_target" ON "drafts" USING btree ("account_id","target") WHERE "drafts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "drafts_deleted" ON "drafts" USING btree ("deleted_at") WHERE "drafts"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "favorites_latest" ON "favorites" USING btree ("account_id","created_at" DESC NULLS LAST,"topic_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "follows_target" ON "follows" USING btree ("kind","target_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "likes_post" ON "likes" USING btree ("post_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_account" ON "notifications" USING btree ("account_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_group" ON "notifications" USING btree ("account_id","group_key") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_kind" ON "notifications" USING btree ("account_id","kind","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_event" ON "notifications" USING btree ("account_id","event","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("account_id","kind","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "reports_case" ON "reports" USING btree ("case_id","id");--> statement-breakpoint
CREATE INDEX "reports_account" ON "reports" USING btree ("account_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "reports_open" ON "reports" USING btree ("account_id","post_id") WHERE "reports"."closed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "review_items_open" ON "review_items" USING btree ("post_id") WHERE "review_items"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "review_items_queue" ON "review_items" USING btree ("of_topic","created_at","id") WHERE "review_items"."decided_at" is null and "review_items"."ignored_at" is null;--> statement-breakpoint
CREATE INDEX "review_items_section" ON "review_items" USING btree ("section_id","of_topic","created_at","id") WHERE "review_items"."decided_at" is null and "review_items"."ignored_at" is null;--> statement-breakpoint
CREATE INDEX "review_items_ignored" ON "review_items" USING btree ("of_topic","created_at","id") WHERE "review_items"."decided_at" is null and "review_items"."ignored_at" is not null;--> statement-breakpoint
CREATE INDEX "review_items_words" ON "review_items" USING gin ("words") WHERE "review_items"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "review_items_waiting_author" ON "review_items" USING btree ("author_id","created_at","id") WHERE "review_items"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "review_items_author" ON "review_items" USING btree ("author_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notice_products_product" ON "notice_products" USING btree ("product_id","date" DESC NULLS LAST,"notice_number" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "product_bom_lines_component" ON "product_bom_lines" USING btree ("component_id","product_id");--> statement-breakpoint
CREATE INDEX "product_classes_parent" ON "product_classes" USING btree ("parent_id","position");--> statement-breakpoint
CREATE INDEX "product_notices_search" ON "product_notices" USING gin ("search");--> statement-breakpoint
CREATE INDEX "product_notices_date" ON "product_notices" USING btree ("date" DESC NULLS LAST,"number" DESC NULLS LAST) WHERE "product_notices"."delisted_at" is null;--> statement-breakpoint
CREATE INDEX "product_notices_untold" ON "product_notices" USING btree ("created_at") WHERE "product_notices"."told_at" is null;--> statement-breakpoint
CREATE INDEX "product_parts_product" ON "product_parts" USING btree ("product_id","position");--> statement-breakpoint
CREATE INDEX "product_parts_folded" ON "product_parts" USING btree ("folded" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "product_replacements_by" ON "product_replacements" USING btree ("replacement_id");--> statement-breakpoint
CREATE INDEX "products_class" ON "products" USING btree ("class_id","id") WHERE "products"."delisted_at" is null;--> statement-breakpoint
CREATE INDEX "products_new" ON "products" USING btree ("since" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "products"."delisted_at" is null;--> statement-breakpoint
CREATE INDEX "products_tag" ON "products" USING btree ("tag_id");--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search");--> statement-breakpoint
CREATE UNIQUE INDEX "profile_changes_open" ON "profile_changes" USING btree ("account_id","kind") WHERE "profile_changes"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "profile_changes_waiting" ON "profile_changes" USING btree ("created_at") WHERE "profile_changes"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "topic_readings_followers" ON "topic_readings" USING btree ("topic_id") WHERE "topic_readings"."level" = 'follow';--> statement-breakpoint
CREATE INDEX "topic_readings_levels" ON "topic_readings" USING btree ("account_id","level","level_at" DESC NULLS LAST) WHERE "topic_readings"."level" <> 'default';--> statement-breakpoint
CREATE INDEX "resource_classes_class" ON "resource_classes" USING btree ("class_id","date" DESC NULLS LAST,"resource_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "resource_classes_level" ON "resource_classes" USING btree ("class_id","level_id","date" DESC NULLS LAST,"resource_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "resource_levels_parent" ON "resource_levels" USING btree ("parent_id","position");--> statement-breakpoint
CREATE INDEX "resource_products_product" ON "resource_products" USING btree ("product_id","date" DESC NULLS LAST,"resource_id" DESC NULLS LAST,"level_id") WHERE "resource_products"."listed";--> statement-breakpoint
CREATE UNIQUE INDEX "resource_versions_version" ON "resource_versions" USING btree ("resource_id","version");--> statement-breakpoint
CREATE INDEX "resource_versions_file" ON "resource_versions" USING btree ("file_name");--> statement-breakpoint
CREATE INDEX "resource_versions_untold" ON "resource_versions" USING btree ("created_at") WHERE "resource_versions"."told_at" is null;--> statement-breakpoint
CREATE INDEX "resources_new" ON "resources" USING btree ("date" DESC NULLS LAST,"id" DESC NULLS LAST,"level_id") WHERE "resources"."delisted_at" is null;--> statement-breakpoint
CREATE INDEX "resources_level" ON "resources" USING btree ("level_id","date" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "resources"."delisted_at" is null;--> statement-breakpoint
CREATE INDEX "resources_downloads" ON "resources" USING btree ("downloads" DESC NULLS LAST,"id" DESC NULLS LAST,"level_id") WHERE "resources"."delisted_at" is null;--> statement-breakpoint
CREATE INDEX "resources_heat" ON "resources" USING btree ("heat" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "resources"."delisted_at" is null;--> statement-breakpoint
CREATE INDEX "resources_search" ON "resources" USING gin ("search");--> statement-breakpoint
CREATE INDEX "video_products_product" ON "video_products" USING btree ("product_id","video_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "videos_heat" ON "videos" USING btree ("heat" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "videos"."delisted_at" is null;--> statement-breakpoint
CREATE INDEX "videos_search" ON "videos" USING gin ("search");--> statement-breakpoint
CREATE INDEX "files_needed" ON "files" USING btree ("needed_at");--> statement-breakpoint
CREATE INDEX "image_variants_variant" ON "image_variants" USING btree ("variant_name");--> statement-breakpoint
CREATE INDEX "post_attachments_upload" ON "post_attachments" USING btree ("upload_id");--> statement-breakpoint
CREATE INDEX "search_marks_at" ON "search_marks" USING btree ("at");--> statement-breakpoint
CREATE INDEX "search_queries_people" ON "search_queries" USING btree ("people" DESC NULLS LAST,"last_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "search_queries_text" ON "search_queries" USING btree ("text" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_queries_last_at" ON "search_queries" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "uploads_account" ON "uploads" USING btree ("account_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "uploads_file" ON "uploads" USING btree ("file_name");--> statement-breakpoint
CREATE INDEX "course_learners_course" ON "course_learners" USING btree ("course_id","studied_at" DESC NULLS LAST,"account_id");--> statement-breakpoint
CREATE INDEX "course_learners_recent" ON "course_learners" USING btree ("account_id","studied_at" DESC NULLS LAST,"course_id");--> statement-breakpoint
CREATE INDEX "course_lecturers_lecturer" ON "course_lecturers" USING btree ("lecturer_id","course_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "course_products_product" ON "course_products" USING btree ("product_id","course_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "courses_new" ON "courses" USING btree ("opens_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "courses"."delisted_at" is null;--> statement-breakpoint
CREATE INDEX "courses_class" ON "courses" USING btree ("class_id","opens_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "courses"."delisted_at" is null;--> statement-breakpoint
CREATE INDEX "courses_level" ON "courses" USING btree ("level_id","opens_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "courses"."delisted_at" is null;--> statement-breakpoint
CREATE INDEX "courses_learners" ON "courses" USING btree ("learners" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "courses"."delisted_at" is null;--> statement-breakpoint
CREATE INDEX "courses_minutes" ON "courses" USING btree ("minutes","id") WHERE "courses"."delisted_at" is null;--> statement-breakpoint
CREATE INDEX "courses_live" ON "courses" USING btree ("live_starts_at","id") WHERE "courses"."live_starts_at" is not null;--> statement-breakpoint
CREATE INDEX "courses_search" ON "courses" USING gin ("search");--> statement-breakpoint
CREATE INDEX "courses_tags" ON "courses" USING gin ((lower("tags"::text)::jsonb));--> statement-breakpoint
CREATE INDEX "lecturers_learners" ON "lecturers" USING btree ("learners" DESC NULLS LAST,"id") WHERE "lecturers"."delisted_at" is null;--> statement-breakpoint
CREATE INDEX "lecturers_account" ON "lecturers" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "lesson_topics_topic" ON "lesson_topics" USING btree ("topic_id");--> statement-breakpoint
CREATE INDEX "lessons_course" ON "lessons" USING btree ("course_id","number");--> statement-breakpoint
CREATE INDEX "lessons_heat" ON "lessons" USING btree ("heat" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "lessons"."delisted_at" is null and "lessons"."seconds" > 0;--> statement-breakpoint
CREATE INDEX "lessons_search" ON "lessons" USING gin ("search");--> statement-breakpoint
CREATE INDEX "study_totals_students" ON "study_totals" USING btree ("lessons_done" DESC NULLS LAST,"minutes" DESC NULLS LAST,"account_id") WHERE "study_totals"."listed";--> statement-breakpoint
CREATE INDEX "study_totals_masters" ON "study_totals" USING btree ("exams_passed" DESC NULLS LAST,"percents" DESC NULLS LAST,"account_id") WHERE "study_totals"."listed";--> statement-breakpoint
CREATE INDEX "video_uploads_course" ON "video_uploads" USING btree ("course_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "video_uploads_account" ON "video_uploads" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "video_uploads_begun_account" ON "video_uploads_begun" USING btree ("account_id","course_id");--> statement-breakpoint
CREATE INDEX "video_uploads_begun_heard" ON "video_uploads_begun" USING btree ("heard_at");--> statement-breakpoint
-- From here on written by hand: drizzle-kit knows no functions and triggers.
-- They keep copies and counters right, whatever code writes the topic.
CREATE FUNCTION "topic_question"(solved boolean, class_id integer) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT CASE WHEN $1 THEN 'solved'
		WHEN EXISTS (SELECT 1 FROM "topic_classes" WHERE "id" = $2 AND "name" = '求助') THEN 'open' END
$$;
--> statement-breakpoint
CREATE FUNCTION "topic_tag_from_topic"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT t."active_at", t."listed", "topic_question"(t."solved", t."class_id")
		INTO NEW."active_at", NEW."listed", NEW."question"
		FROM "topics" t WHERE t."id" = NEW."topic_id";
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "topic_to_topic_tags"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "topic_tags"
		SET "active_at" = NEW."active_at", "listed" = NEW."listed", "question" = "topic_question"(NEW."solved", NEW."class_id")
		WHERE "topic_id" = NEW."id";
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "topic_tags_insert" BEFORE INSERT ON "topic_tags"
	FOR EACH ROW EXECUTE FUNCTION "topic_tag_from_topic"();
--> statement-breakpoint
CREATE TRIGGER "topics_to_tags" AFTER UPDATE ON "topics" FOR EACH ROW
	WHEN (OLD."active_at" IS DISTINCT FROM NEW."active_at" OR OLD."listed" IS DISTINCT FROM NEW."listed"
		OR OLD."solved" IS DISTINCT FROM NEW."solved" OR OLD."class_id" IS DISTINCT FROM NEW."class_id")
	EXECUTE FUNCTION "topic_to_topic_tags"();
--> statement-breakpoint
CREATE FUNCTION count_topics_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO topic_counts (section_id, class_id, digest, solved, topics)
	SELECT section_id, coalesce(class_id, 0), digest, solved, count(*) FROM added WHERE listed
	GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
	ON CONFLICT (section_id, class_id, digest, solved) DO UPDATE SET topics = topic_counts.topics + excluded.topics;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_topics_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO topic_counts (section_id, class_id, digest, solved, topics)
	SELECT section_id, coalesce(class_id, 0), digest, solved, -count(*) FROM removed WHERE listed
	GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
	ON CONFLICT (section_id, class_id, digest, solved) DO UPDATE SET topics = topic_counts.topics + excluded.topics;
	RETURN NULL;
END $$;
--> statement-breakpoint
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
END $$;
--> statement-breakpoint
CREATE TRIGGER topics_added AFTER INSERT ON topics REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_topics_added();
--> statement-breakpoint
CREATE TRIGGER topics_removed AFTER DELETE ON topics REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_topics_removed();
--> statement-breakpoint
CREATE TRIGGER topics_changed AFTER UPDATE ON topics FOR EACH ROW
WHEN ((old.listed, old.section_id, old.class_id, old.digest, old.solved) IS DISTINCT FROM (new.listed, new.section_id, new.class_id, new.digest, new.solved))
EXECUTE FUNCTION count_topic_changed();
--> statement-breakpoint
-- A topic's version grows with every change of what its pages show.
CREATE FUNCTION topic_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.version := OLD.version + 1;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER topics_version BEFORE UPDATE OF section_id, class_id, author_id, title, pinned, pin_scope, digest, digest_level,
	highlight, closed, duplicate_of_id, solved, accepted_post_id, stamp, icon, moved_from_id, solved_reason, replies, likes,
	favorites, last_floor, last_reply_at, last_replier_id, created_at, deleted_at, recycled_by_id, state_reason, hidden_at, review
	ON topics FOR EACH ROW EXECUTE FUNCTION topic_changed();
--> statement-breakpoint
CREATE FUNCTION topic_of_row_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE topics SET version = version + 1 WHERE id = NEW.topic_id OR id = OLD.topic_id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER posts_version AFTER UPDATE OF topic_id, author_id, floor, parent_id, depth_number, reply_to_id, source, html,
	likes, depth_total, created_at, edited_at, deleted_at, recycled_by_id, state_reason, hidden_at, review
	ON posts FOR EACH ROW EXECUTE FUNCTION topic_of_row_changed();
--> statement-breakpoint
CREATE TRIGGER topic_tags_version AFTER UPDATE OF topic_id, tag_id, position
	ON topic_tags FOR EACH ROW EXECUTE FUNCTION topic_of_row_changed();
--> statement-breakpoint
CREATE FUNCTION topics_of_rows_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE topics SET version = version + 1 WHERE id IN (SELECT topic_id FROM changed);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER posts_added_version AFTER INSERT ON posts REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION topics_of_rows_changed();
--> statement-breakpoint
CREATE TRIGGER posts_removed_version AFTER DELETE ON posts REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION topics_of_rows_changed();
--> statement-breakpoint
CREATE TRIGGER topic_tags_added_version AFTER INSERT ON topic_tags REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION topics_of_rows_changed();
--> statement-breakpoint
CREATE TRIGGER topic_tags_removed_version AFTER DELETE ON topic_tags REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION topics_of_rows_changed();
--> statement-breakpoint
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
END $$;
--> statement-breakpoint
CREATE TRIGGER topics_times BEFORE INSERT OR UPDATE OF last_reply_at ON topics FOR EACH ROW EXECUTE FUNCTION topic_times();
--> statement-breakpoint
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
END $$;
--> statement-breakpoint
CREATE TRIGGER topics_marks BEFORE INSERT OR UPDATE OF pinned, pin_scope, digest, digest_level ON topics
	FOR EACH ROW EXECUTE FUNCTION topic_marks();
--> statement-breakpoint
-- The queue is read by section and author without looking at the texts.
CREATE FUNCTION review_item_of_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT t.section_id, p.author_id, p.floor IS NOT DISTINCT FROM 1
		INTO NEW.section_id, NEW.author_id, NEW.of_topic
		FROM posts p JOIN topics t ON t.id = p.topic_id WHERE p.id = NEW.post_id;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER review_items_insert BEFORE INSERT ON review_items FOR EACH ROW EXECUTE FUNCTION review_item_of_post();
--> statement-breakpoint
CREATE FUNCTION topic_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE review_items SET section_id = NEW.section_id WHERE decided_at IS NULL
		AND post_id IN (SELECT id FROM posts WHERE topic_id = NEW.id);
	UPDATE report_cases SET section_id = NEW.section_id WHERE topic_id = NEW.id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER topics_moved AFTER UPDATE OF section_id ON topics FOR EACH ROW
	WHEN (OLD.section_id IS DISTINCT FROM NEW.section_id) EXECUTE FUNCTION topic_moved();
--> statement-breakpoint
-- The log is only ever added to.
CREATE FUNCTION moderation_log_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'moderation_log is only ever added to';
END $$;
--> statement-breakpoint
CREATE TRIGGER moderation_log_changed BEFORE UPDATE OR DELETE ON moderation_log
	FOR EACH ROW EXECUTE FUNCTION moderation_log_stands();
--> statement-breakpoint
CREATE TRIGGER moderation_log_emptied BEFORE TRUNCATE ON moderation_log
	FOR EACH STATEMENT EXECUTE FUNCTION moderation_log_stands();
--> statement-breakpoint
-- The name of a class decides whether its topics are questions.
CREATE FUNCTION topic_class_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE topic_tags SET question = topic_question(t.solved, t.class_id)
		FROM topics t WHERE t.id = topic_tags.topic_id AND t.class_id = NEW.id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER topic_classes_renamed AFTER UPDATE OF name ON topic_classes FOR EACH ROW
	WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION topic_class_renamed();
--> statement-breakpoint
-- The section of a reply in the bin, so that the bin is read without looking at topics.
CREATE FUNCTION post_bin_section() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.bin_section_id := CASE WHEN NEW.recycled_by_id IS NOT NULL
		THEN (SELECT t.section_id FROM topics t WHERE t.id = NEW.topic_id) END;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER posts_bin_insert BEFORE INSERT ON posts FOR EACH ROW
	WHEN (NEW.recycled_by_id IS NOT NULL) EXECUTE FUNCTION post_bin_section();
--> statement-breakpoint
CREATE TRIGGER posts_bin_update BEFORE UPDATE OF recycled_by_id, topic_id ON posts FOR EACH ROW
	EXECUTE FUNCTION post_bin_section();
--> statement-breakpoint
CREATE FUNCTION topic_to_bin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE posts SET bin_section_id = NEW.section_id WHERE topic_id = NEW.id AND recycled_by_id IS NOT NULL;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER topics_to_bin AFTER UPDATE OF section_id ON topics FOR EACH ROW
	WHEN (OLD.section_id IS DISTINCT FROM NEW.section_id) EXECUTE FUNCTION topic_to_bin();
