ALTER TABLE "topic_tags" ADD COLUMN "last_reply_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "topic_tags" ADD COLUMN "listed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "topic_tags" ADD COLUMN "question" text;--> statement-breakpoint
CREATE INDEX "tags_followers" ON "tags" USING btree ("followers" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "topic_tags_reply" ON "topic_tags" USING btree ("tag_id","last_reply_at" DESC NULLS LAST,"topic_id" DESC NULLS LAST) WHERE "topic_tags"."listed";--> statement-breakpoint
CREATE FUNCTION "topic_question"(solved boolean, class_id integer) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT CASE WHEN $1 THEN 'solved'
		WHEN EXISTS (SELECT 1 FROM "topic_classes" WHERE "id" = $2 AND "name" = '求助') THEN 'open' END
$$;--> statement-breakpoint
CREATE FUNCTION "topic_tag_from_topic"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT t."last_reply_at", t."listed", "topic_question"(t."solved", t."class_id")
		INTO NEW."last_reply_at", NEW."listed", NEW."question"
		FROM "topics" t WHERE t."id" = NEW."topic_id";
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE FUNCTION "topic_to_topic_tags"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "topic_tags"
		SET "last_reply_at" = NEW."last_reply_at", "listed" = NEW."listed", "question" = "topic_question"(NEW."solved", NEW."class_id")
		WHERE "topic_id" = NEW."id";
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "topic_tags_insert" BEFORE INSERT ON "topic_tags"
	FOR EACH ROW EXECUTE FUNCTION "topic_tag_from_topic"();--> statement-breakpoint
CREATE TRIGGER "topics_to_tags" AFTER UPDATE ON "topics" FOR EACH ROW
	WHEN (OLD."last_reply_at" IS DISTINCT FROM NEW."last_reply_at" OR OLD."listed" IS DISTINCT FROM NEW."listed"
		OR OLD."solved" IS DISTINCT FROM NEW."solved" OR OLD."class_id" IS DISTINCT FROM NEW."class_id")
	EXECUTE FUNCTION "topic_to_topic_tags"();--> statement-breakpoint
UPDATE "topic_tags" SET "last_reply_at" = t."last_reply_at", "listed" = t."listed", "question" = "topic_question"(t."solved", t."class_id")
	FROM "topics" t WHERE t."id" = "topic_tags"."topic_id";
