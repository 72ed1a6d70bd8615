-- needs: 0001_administrators
CREATE TABLE "imported_ids" (
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"old_id" bigint NOT NULL,
	"new_id" bigint NOT NULL,
	"parent_id" bigint,
	"written" boolean DEFAULT true NOT NULL,
	CONSTRAINT "imported_ids_kind_old_id_source_pk" PRIMARY KEY("kind","old_id","source")
);
--> statement-breakpoint
CREATE INDEX "imported_ids_waiting" ON "imported_ids" USING btree ("source","kind","old_id") WHERE not "imported_ids"."written";