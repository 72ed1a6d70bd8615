ALTER TABLE "topics" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What follows is written by hand: whatever changes what a topic's pages show counts its version on.
CREATE FUNCTION topic_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.version := OLD.version + 1;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER topics_version BEFORE UPDATE OF section_id, class_id, author_id, title, pinned, digest, closed, solved,
	accepted_post_id, stamp, icon, moved_from_id, solved_reason, replies, likes, favorites, last_floor, last_reply_at,
	last_replier_id, created_at, deleted_at, recycled_by_id, state_reason, hidden_at, review
	ON topics FOR EACH ROW EXECUTE FUNCTION topic_changed();--> statement-breakpoint
CREATE FUNCTION topic_of_row_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE topics SET version = version + 1 WHERE id = NEW.topic_id OR id = OLD.topic_id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER posts_version AFTER UPDATE OF topic_id, author_id, floor, parent_id, depth_number, reply_to_id, source, html,
	likes, depth_total, created_at, edited_at, deleted_at, recycled_by_id, state_reason, hidden_at, review
	ON posts FOR EACH ROW EXECUTE FUNCTION topic_of_row_changed();--> statement-breakpoint
CREATE TRIGGER topic_tags_version AFTER UPDATE OF topic_id, tag_id, position
	ON topic_tags FOR EACH ROW EXECUTE FUNCTION topic_of_row_changed();--> statement-breakpoint
CREATE FUNCTION topics_of_rows_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE topics SET version = version + 1 WHERE id IN (SELECT topic_id FROM changed);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER posts_added_version AFTER INSERT ON posts REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION topics_of_rows_changed();--> statement-breakpoint
CREATE TRIGGER posts_removed_version AFTER DELETE ON posts REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION topics_of_rows_changed();--> statement-breakpoint
CREATE TRIGGER topic_tags_added_version AFTER INSERT ON topic_tags REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION topics_of_rows_changed();--> statement-breakpoint
CREATE TRIGGER topic_tags_removed_version AFTER DELETE ON topic_tags REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION topics_of_rows_changed();
