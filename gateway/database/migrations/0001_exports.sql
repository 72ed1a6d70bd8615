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
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_pieces" ADD CONSTRAINT "export_pieces_export_key_data_exports_key_fk" FOREIGN KEY ("export_key") REFERENCES "public"."data_exports"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_exports_expiry" ON "data_exports" USING btree ("expires_at");