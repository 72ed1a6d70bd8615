-- needs: 0001_administrators
CREATE TABLE "file_text_pages" (
	"id" serial PRIMARY KEY NOT NULL,
	"text_id" integer NOT NULL,
	"page" integer NOT NULL,
	"text" text NOT NULL,
	"search" "tsvector"
);
--> statement-breakpoint
CREATE TABLE "file_texts" (
	"id" serial PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"pages" integer DEFAULT 0 NOT NULL,
	"read_pages" integer DEFAULT 0 NOT NULL,
	"document_version" integer NOT NULL,
	"read_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "file_text_pages" ADD CONSTRAINT "file_text_pages_text_id_file_texts_id_fk" FOREIGN KEY ("text_id") REFERENCES "public"."file_texts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_texts" ADD CONSTRAINT "file_texts_file_name_files_name_fk" FOREIGN KEY ("file_name") REFERENCES "public"."files"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "file_text_pages_page" ON "file_text_pages" USING btree ("text_id","page");--> statement-breakpoint
CREATE INDEX "file_text_pages_search" ON "file_text_pages" USING gin ("search");--> statement-breakpoint
CREATE UNIQUE INDEX "file_texts_file" ON "file_texts" USING btree ("file_name");--> statement-breakpoint
CREATE INDEX "file_texts_version" ON "file_texts" USING btree ("document_version");