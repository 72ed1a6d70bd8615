ALTER TABLE "posts" ADD COLUMN "bin_section_id" integer;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_bin_section_id_sections_id_fk" FOREIGN KEY ("bin_section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "posts_recycled_section" ON "posts" USING btree ("bin_section_id","deleted_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "posts"."recycled_by_id" is not null;--> statement-breakpoint
-- What follows is written by hand: where a reply in the bin lies is found without looking at its topic.
UPDATE posts p SET bin_section_id = t.section_id FROM topics t WHERE t.id = p.topic_id AND p.recycled_by_id IS NOT NULL;--> statement-breakpoint
CREATE FUNCTION post_bin_section() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.bin_section_id := CASE WHEN NEW.recycled_by_id IS NOT NULL
		THEN (SELECT t.section_id FROM topics t WHERE t.id = NEW.topic_id) END;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER posts_bin_insert BEFORE INSERT ON posts FOR EACH ROW
	WHEN (NEW.recycled_by_id IS NOT NULL) EXECUTE FUNCTION post_bin_section();--> statement-breakpoint
CREATE TRIGGER posts_bin_update BEFORE UPDATE OF recycled_by_id, topic_id ON posts FOR EACH ROW
	EXECUTE FUNCTION post_bin_section();--> statement-breakpoint
CREATE FUNCTION topic_to_bin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE posts SET bin_section_id = NEW.section_id WHERE topic_id = NEW.id AND recycled_by_id IS NOT NULL;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER topics_to_bin AFTER UPDATE OF section_id ON topics FOR EACH ROW
	WHEN (OLD.section_id IS DISTINCT FROM NEW.section_id) EXECUTE FUNCTION topic_to_bin();
