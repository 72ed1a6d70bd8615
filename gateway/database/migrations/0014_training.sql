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
	"questions" jsonb NOT NULL,
	"takers" integer DEFAULT 0 NOT NULL,
	"passed" integer DEFAULT 0 NOT NULL,
	"fingerprint" text NOT NULL,
	"delisted_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"done_at" timestamp (3) with time zone,
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
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "exam_answers" ADD CONSTRAINT "exam_answers_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD CONSTRAINT "exam_attempts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD CONSTRAINT "exam_attempts_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD CONSTRAINT "exam_attempts_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_results" ADD CONSTRAINT "exam_results_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_results" ADD CONSTRAINT "exam_results_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lecturers" ADD CONSTRAINT "lecturers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD CONSTRAINT "lesson_progress_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD CONSTRAINT "lesson_progress_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_topics" ADD CONSTRAINT "lesson_topics_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_topics" ADD CONSTRAINT "lesson_topics_topic_id_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study_totals" ADD CONSTRAINT "study_totals_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_public" ON "certificates" USING btree ("public_id");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_holder" ON "certificates" USING btree ("account_id","course_id");--> statement-breakpoint
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
CREATE UNIQUE INDEX "exam_attempts_running" ON "exam_attempts" USING btree ("account_id","exam_id") WHERE "exam_attempts"."state" = 'running';--> statement-breakpoint
CREATE INDEX "exam_attempts_due" ON "exam_attempts" USING btree ("ends_at") WHERE "exam_attempts"."state" = 'running';--> statement-breakpoint
CREATE INDEX "exam_attempts_account" ON "exam_attempts" USING btree ("account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "exams_course" ON "exams" USING btree ("course_id","id");--> statement-breakpoint
CREATE INDEX "lecturers_learners" ON "lecturers" USING btree ("learners" DESC NULLS LAST,"id") WHERE "lecturers"."delisted_at" is null;--> statement-breakpoint
CREATE INDEX "lecturers_account" ON "lecturers" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "lesson_topics_topic" ON "lesson_topics" USING btree ("topic_id");--> statement-breakpoint
CREATE INDEX "lessons_course" ON "lessons" USING btree ("course_id","number");--> statement-breakpoint
CREATE INDEX "lessons_heat" ON "lessons" USING btree ("heat" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "lessons"."delisted_at" is null and "lessons"."seconds" > 0;--> statement-breakpoint
CREATE INDEX "lessons_search" ON "lessons" USING gin ("search");--> statement-breakpoint
CREATE INDEX "study_totals_students" ON "study_totals" USING btree ("lessons_done" DESC NULLS LAST,"minutes" DESC NULLS LAST,"account_id") WHERE "study_totals"."listed";--> statement-breakpoint
CREATE INDEX "study_totals_masters" ON "study_totals" USING btree ("exams_passed" DESC NULLS LAST,"percents" DESC NULLS LAST,"account_id") WHERE "study_totals"."listed";