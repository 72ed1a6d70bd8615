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
ALTER TABLE "analytics_events" ADD CONSTRAINT "analytics_events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "analytics_batches_age" ON "analytics_batches" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "analytics_events_unsummed" ON "analytics_events" USING btree ("id") WHERE not "analytics_events"."summed";--> statement-breakpoint
CREATE INDEX "analytics_events_age" ON "analytics_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "analytics_events_page" ON "analytics_events" USING btree ("page","code","created_at");--> statement-breakpoint
CREATE INDEX "analytics_events_account" ON "analytics_events" USING btree ("account_id");