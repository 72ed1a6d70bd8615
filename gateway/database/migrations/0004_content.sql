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
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "image_variants" (
	"file_name" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"variant_name" text NOT NULL,
	CONSTRAINT "image_variants_file_name_width_pk" PRIMARY KEY("file_name","width")
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "product_id" integer;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "version_id" integer;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "notice_number" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "bytes" integer;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "sha256" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "width" integer;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "height" integer;--> statement-breakpoint
ALTER TABLE "content_loads" ADD CONSTRAINT "content_loads_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_category_id_news_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."news_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_products" ADD CONSTRAINT "news_products_news_id_news_id_fk" FOREIGN KEY ("news_id") REFERENCES "public"."news"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_products" ADD CONSTRAINT "news_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "image_variants" ADD CONSTRAINT "image_variants_file_name_files_name_fk" FOREIGN KEY ("file_name") REFERENCES "public"."files"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_variants" ADD CONSTRAINT "image_variants_variant_name_files_name_fk" FOREIGN KEY ("variant_name") REFERENCES "public"."files"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_loads_latest" ON "content_loads" USING btree ("id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "news_date" ON "news" USING btree ("date" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "news"."delisted_at" is null;--> statement-breakpoint
CREATE INDEX "news_category" ON "news" USING btree ("category_id","date" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "news"."delisted_at" is null;--> statement-breakpoint
CREATE INDEX "news_search" ON "news" USING gin ("search");--> statement-breakpoint
CREATE INDEX "news_products_product" ON "news_products" USING btree ("product_id","news_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "collections_latest" ON "collections" USING btree ("account_id","kind","created_at" DESC NULLS LAST,"target_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notice_products_product" ON "notice_products" USING btree ("product_id","date" DESC NULLS LAST,"notice_number" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "product_bom_lines_component" ON "product_bom_lines" USING btree ("component_id","product_id");--> statement-breakpoint
CREATE INDEX "product_classes_parent" ON "product_classes" USING btree ("parent_id","position");--> statement-breakpoint
CREATE INDEX "product_notices_date" ON "product_notices" USING btree ("date" DESC NULLS LAST,"number" DESC NULLS LAST) WHERE "product_notices"."delisted_at" is null;--> statement-breakpoint
CREATE INDEX "product_notices_untold" ON "product_notices" USING btree ("created_at") WHERE "product_notices"."told_at" is null;--> statement-breakpoint
CREATE INDEX "product_parts_product" ON "product_parts" USING btree ("product_id","position");--> statement-breakpoint
CREATE INDEX "product_parts_folded" ON "product_parts" USING btree ("folded" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "product_replacements_by" ON "product_replacements" USING btree ("replacement_id");--> statement-breakpoint
CREATE INDEX "products_class" ON "products" USING btree ("class_id","id") WHERE "products"."delisted_at" is null;--> statement-breakpoint
CREATE INDEX "products_new" ON "products" USING btree ("since" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "products"."delisted_at" is null;--> statement-breakpoint
CREATE INDEX "products_tag" ON "products" USING btree ("tag_id");--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search");--> statement-breakpoint
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
CREATE INDEX "image_variants_variant" ON "image_variants" USING btree ("variant_name");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_version_id_resource_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."resource_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_notice_number_product_notices_number_fk" FOREIGN KEY ("notice_number") REFERENCES "public"."product_notices"("number") ON DELETE cascade ON UPDATE no action;