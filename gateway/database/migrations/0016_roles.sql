-- needs: 0001_administrators
CREATE TABLE "staff_roles" (
	"account_id" integer NOT NULL,
	"role" text NOT NULL,
	"kinds" text[] DEFAULT '{}'::text[] NOT NULL,
	"classes" integer[] DEFAULT '{}'::integer[] NOT NULL,
	"until" timestamp (3) with time zone,
	"set_by_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_roles_account_id_role_pk" PRIMARY KEY("account_id","role")
);
--> statement-breakpoint
ALTER TABLE "moderators" ADD COLUMN "until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "staff_roles" ADD CONSTRAINT "staff_roles_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_roles" ADD CONSTRAINT "staff_roles_set_by_id_accounts_id_fk" FOREIGN KEY ("set_by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_roles_role" ON "staff_roles" USING btree ("role","account_id");--> statement-breakpoint
CREATE INDEX "staff_roles_until" ON "staff_roles" USING btree ("until") WHERE "staff_roles"."until" is not null;--> statement-breakpoint
-- A section has few moderators: the index is there in milliseconds.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "moderators_until" ON "moderators" USING btree ("until") WHERE "moderators"."until" is not null;