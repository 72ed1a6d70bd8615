-- needs: 0001_administrators
CREATE TABLE "removed_objects" (
	"location" text PRIMARY KEY NOT NULL,
	"removed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "activity_files" ADD COLUMN "location" text;--> statement-breakpoint
ALTER TABLE "data_exports" ADD COLUMN "location" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "location" text;
--> statement-breakpoint
-- From here on written by hand: drizzle-kit knows no functions and triggers.
CREATE FUNCTION "note_removed_object"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "removed_objects" ("location") VALUES (OLD."location") ON CONFLICT DO NOTHING;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "files_deleted" AFTER DELETE ON "files"
	FOR EACH ROW WHEN (OLD."location" IS NOT NULL) EXECUTE FUNCTION "note_removed_object"();
--> statement-breakpoint
CREATE TRIGGER "files_moved" AFTER UPDATE OF "location" ON "files"
	FOR EACH ROW WHEN (OLD."location" IS DISTINCT FROM NEW."location" AND OLD."location" IS NOT NULL) EXECUTE FUNCTION "note_removed_object"();
--> statement-breakpoint
CREATE TRIGGER "activity_files_deleted" AFTER DELETE ON "activity_files"
	FOR EACH ROW WHEN (OLD."location" IS NOT NULL) EXECUTE FUNCTION "note_removed_object"();
--> statement-breakpoint
CREATE TRIGGER "activity_files_moved" AFTER UPDATE OF "location" ON "activity_files"
	FOR EACH ROW WHEN (OLD."location" IS DISTINCT FROM NEW."location" AND OLD."location" IS NOT NULL) EXECUTE FUNCTION "note_removed_object"();
--> statement-breakpoint
CREATE TRIGGER "data_exports_deleted" AFTER DELETE ON "data_exports"
	FOR EACH ROW WHEN (OLD."location" IS NOT NULL) EXECUTE FUNCTION "note_removed_object"();
--> statement-breakpoint
CREATE TRIGGER "data_exports_moved" AFTER UPDATE OF "location" ON "data_exports"
	FOR EACH ROW WHEN (OLD."location" IS DISTINCT FROM NEW."location" AND OLD."location" IS NOT NULL) EXECUTE FUNCTION "note_removed_object"();
