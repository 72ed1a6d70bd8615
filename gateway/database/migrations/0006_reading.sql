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
ALTER TABLE "read_marks" ADD CONSTRAINT "read_marks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topic_readings" ADD CONSTRAINT "topic_readings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topic_readings" ADD CONSTRAINT "topic_readings_topic_id_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "topic_readings_followers" ON "topic_readings" USING btree ("topic_id") WHERE "topic_readings"."level" = 'follow';--> statement-breakpoint
CREATE INDEX "topic_readings_levels" ON "topic_readings" USING btree ("account_id","level","level_at" DESC NULLS LAST) WHERE "topic_readings"."level" <> 'default';