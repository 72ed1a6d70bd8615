ALTER TABLE "topic_classes" ADD COLUMN "closed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- What follows is written by hand: a class that is renamed makes questions of its topics, or of them no questions.
CREATE FUNCTION topic_class_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE topic_tags SET question = topic_question(t.solved, t.class_id)
		FROM topics t WHERE t.id = topic_tags.topic_id AND t.class_id = NEW.id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER topic_classes_renamed AFTER UPDATE OF name ON topic_classes FOR EACH ROW
	WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION topic_class_renamed();
