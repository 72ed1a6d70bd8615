-- needs: 0001_administrators
CREATE TABLE "own_list_items" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"list_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"target_id" bigint NOT NULL,
	"number" text DEFAULT '' NOT NULL,
	"quantity" integer DEFAULT 1 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "own_lists" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"told" text[] NOT NULL,
	"share_key" text,
	"news_at" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"submission_id" text,
	"last_addition" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "own_lists_share_key_unique" UNIQUE("share_key")
);
--> statement-breakpoint
CREATE TABLE "own_searches" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_state_changes" (
	"id" serial PRIMARY KEY NOT NULL,
	"product_id" integer NOT NULL,
	"before" text NOT NULL,
	"after" text NOT NULL,
	"told_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "state_change_id" integer;--> statement-breakpoint
ALTER TABLE "own_list_items" ADD CONSTRAINT "own_list_items_list_id_own_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."own_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "own_lists" ADD CONSTRAINT "own_lists_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "own_searches" ADD CONSTRAINT "own_searches_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_state_changes" ADD CONSTRAINT "product_state_changes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "own_list_items_once" ON "own_list_items" USING btree ("list_id","kind","target_id","number");--> statement-breakpoint
CREATE INDEX "own_list_items_target" ON "own_list_items" USING btree ("kind","target_id") WHERE "own_list_items"."kind" <> 'topic';--> statement-breakpoint
CREATE INDEX "own_lists_account" ON "own_lists" USING btree ("account_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "own_lists_submission" ON "own_lists" USING btree ("account_id","submission_id");--> statement-breakpoint
CREATE UNIQUE INDEX "own_searches_address" ON "own_searches" USING btree ("account_id","address");--> statement-breakpoint
CREATE INDEX "product_state_changes_product" ON "product_state_changes" USING btree ("product_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "product_state_changes_untold" ON "product_state_changes" USING btree ("id") WHERE "product_state_changes"."told_at" is null;