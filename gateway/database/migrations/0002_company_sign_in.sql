CREATE TABLE "company_accounts" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"company_account_id" integer NOT NULL,
	"sid" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company_spent" (
	"key" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "company_accounts" ADD CONSTRAINT "company_accounts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_sessions" ADD CONSTRAINT "company_sessions_token_hash_sessions_token_hash_fk" FOREIGN KEY ("token_hash") REFERENCES "public"."sessions"("token_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_sessions" ADD CONSTRAINT "company_sessions_company_account_id_company_accounts_id_fk" FOREIGN KEY ("company_account_id") REFERENCES "public"."company_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "company_accounts_subject" ON "company_accounts" USING btree ("issuer","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "company_accounts_account" ON "company_accounts" USING btree ("account_id","issuer");--> statement-breakpoint
CREATE INDEX "company_sessions_account" ON "company_sessions" USING btree ("company_account_id","sid");--> statement-breakpoint
CREATE INDEX "company_spent_expiry" ON "company_spent" USING btree ("expires_at");