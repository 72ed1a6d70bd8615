-- needs: 0001_administrators
CREATE TABLE "content_pieces" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"state" text NOT NULL,
	"title" text NOT NULL,
	"version" integer NOT NULL,
	"published_version" integer,
	"publish_at" timestamp (3) with time zone,
	"publish_version" integer,
	"withdraw_at" timestamp (3) with time zone,
	"scheduled_by_id" integer,
	"submission_id" text,
	"preview_key" text NOT NULL,
	"held" text NOT NULL,
	"pack_fingerprint" text,
	"conflict" jsonb,
	"conflict_at" timestamp (3) with time zone,
	"edited_by_id" integer,
	"edited_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_pieces_kind_key_pk" PRIMARY KEY("kind","key"),
	CONSTRAINT "content_pieces_submission_id_unique" UNIQUE("submission_id")
);
--> statement-breakpoint
CREATE TABLE "content_versions" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"version" integer NOT NULL,
	"body" jsonb NOT NULL,
	"html" jsonb NOT NULL,
	"origin" text NOT NULL,
	"by_id" integer,
	"why" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_versions_kind_key_version_pk" PRIMARY KEY("kind","key","version")
);
--> statement-breakpoint
ALTER TABLE "product_notices" ADD COLUMN "workaround_source" text;--> statement-breakpoint
ALTER TABLE "content_pieces" ADD CONSTRAINT "content_pieces_scheduled_by_id_accounts_id_fk" FOREIGN KEY ("scheduled_by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_pieces" ADD CONSTRAINT "content_pieces_edited_by_id_accounts_id_fk" FOREIGN KEY ("edited_by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_versions" ADD CONSTRAINT "content_versions_by_id_accounts_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_pieces_edited" ON "content_pieces" USING btree ("kind","edited_at" DESC NULLS LAST,"key");--> statement-breakpoint
CREATE INDEX "content_pieces_scheduled" ON "content_pieces" USING btree ("kind","key") WHERE "content_pieces"."publish_at" is not null or "content_pieces"."withdraw_at" is not null;