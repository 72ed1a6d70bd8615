CREATE TABLE "topic_counts" (
	"section_id" integer NOT NULL,
	"class_id" integer NOT NULL,
	"digest" boolean NOT NULL,
	"solved" boolean NOT NULL,
	"topics" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "topic_counts_section_id_class_id_digest_solved_pk" PRIMARY KEY("section_id","class_id","digest","solved")
);
--> statement-breakpoint
DROP INDEX "topics_class_reply";--> statement-breakpoint
DROP INDEX "topics_reply";--> statement-breakpoint
DROP INDEX "topics_new";--> statement-breakpoint
DROP INDEX "topics_views";--> statement-breakpoint
DROP INDEX "topics_section_reply";--> statement-breakpoint
DROP INDEX "topics_section_new";--> statement-breakpoint
DROP INDEX "topics_section_views";--> statement-breakpoint
DROP INDEX "topics_author";--> statement-breakpoint
DROP INDEX "topics_heat";--> statement-breakpoint
DROP INDEX "topics_digest";--> statement-breakpoint
DROP INDEX "favorites_latest";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "favorites" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "topic_counts" ADD CONSTRAINT "topic_counts_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "topics_digest_new" ON "topics" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"section_id") WHERE "topics"."digest" and "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_digest_views" ON "topics" USING btree ("views" DESC NULLS LAST,"id" DESC NULLS LAST,"section_id") WHERE "topics"."digest" and "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_reply" ON "topics" USING btree ("last_reply_at" DESC NULLS LAST,"id" DESC NULLS LAST,"section_id") WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_new" ON "topics" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"section_id") WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_views" ON "topics" USING btree ("views" DESC NULLS LAST,"id" DESC NULLS LAST,"section_id") WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_section_reply" ON "topics" USING btree ("section_id","last_reply_at" DESC NULLS LAST,"id" DESC NULLS LAST,"class_id","digest","solved") WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_section_new" ON "topics" USING btree ("section_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"class_id","digest","solved") WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_section_views" ON "topics" USING btree ("section_id","views" DESC NULLS LAST,"id" DESC NULLS LAST,"class_id","digest","solved") WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_author" ON "topics" USING btree ("author_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"listed","section_id");--> statement-breakpoint
CREATE INDEX "topics_heat" ON "topics" USING btree ("heat" DESC NULLS LAST,"id" DESC NULLS LAST,"section_id") WHERE "topics"."listed";--> statement-breakpoint
CREATE INDEX "topics_digest" ON "topics" USING btree ("last_reply_at" DESC NULLS LAST,"id" DESC NULLS LAST,"section_id") WHERE "topics"."digest" and "topics"."listed";--> statement-breakpoint
CREATE INDEX "favorites_latest" ON "favorites" USING btree ("account_id","created_at" DESC NULLS LAST,"topic_id" DESC NULLS LAST);--> statement-breakpoint
CREATE FUNCTION count_topics_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO topic_counts (section_id, class_id, digest, solved, topics)
	SELECT section_id, coalesce(class_id, 0), digest, solved, count(*) FROM added WHERE listed
	GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
	ON CONFLICT (section_id, class_id, digest, solved) DO UPDATE SET topics = topic_counts.topics + excluded.topics;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_topics_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO topic_counts (section_id, class_id, digest, solved, topics)
	SELECT section_id, coalesce(class_id, 0), digest, solved, -count(*) FROM removed WHERE listed
	GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
	ON CONFLICT (section_id, class_id, digest, solved) DO UPDATE SET topics = topic_counts.topics + excluded.topics;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_topic_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO topic_counts (section_id, class_id, digest, solved, topics)
	SELECT section_id, class_id, digest, solved, sum(change) FROM (VALUES
		(old.section_id, coalesce(old.class_id, 0), old.digest, old.solved, old.listed, -1),
		(new.section_id, coalesce(new.class_id, 0), new.digest, new.solved, new.listed, 1)
	) AS moved (section_id, class_id, digest, solved, listed, change)
	WHERE listed GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
	ON CONFLICT (section_id, class_id, digest, solved) DO UPDATE SET topics = topic_counts.topics + excluded.topics;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER topics_added AFTER INSERT ON topics REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_topics_added();--> statement-breakpoint
CREATE TRIGGER topics_removed AFTER DELETE ON topics REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_topics_removed();--> statement-breakpoint
CREATE TRIGGER topics_changed AFTER UPDATE ON topics FOR EACH ROW
WHEN ((old.listed, old.section_id, old.class_id, old.digest, old.solved) IS DISTINCT FROM (new.listed, new.section_id, new.class_id, new.digest, new.solved))
EXECUTE FUNCTION count_topic_changed();--> statement-breakpoint
INSERT INTO topic_counts (section_id, class_id, digest, solved, topics)
SELECT section_id, coalesce(class_id, 0), digest, solved, count(*) FROM topics WHERE listed GROUP BY 1, 2, 3, 4;--> statement-breakpoint
UPDATE accounts SET favorites = kept.favorites FROM (SELECT account_id, count(*) AS favorites FROM favorites GROUP BY 1) AS kept WHERE accounts.id = kept.account_id;--> statement-breakpoint
UPDATE topics SET heat = log((1 + 4 * replies + 3 * likes + 5 * favorites + 0.05 * views)::double precision) + extract(epoch FROM created_at)::double precision / 259200;
