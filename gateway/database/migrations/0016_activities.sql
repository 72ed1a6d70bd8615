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
ALTER TABLE "notifications" ADD COLUMN "activity_id" integer;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "words" text;--> statement-breakpoint
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
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;