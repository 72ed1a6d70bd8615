-- Counters that the writes keep from now on, brought up to the rows that are there.
UPDATE accounts SET likes_received = kept.likes, answers_accepted = kept.answers FROM (
	SELECT p.author_id, sum(p.likes) AS likes, count(*) FILTER (WHERE t.accepted_post_id = p.id) AS answers
	FROM posts p JOIN topics t ON t.id = p.topic_id WHERE p.listed AND t.listed GROUP BY 1
) AS kept WHERE accounts.id = kept.author_id;--> statement-breakpoint
DELETE FROM tag_skills;--> statement-breakpoint
INSERT INTO tag_skills (account_id, tag_id, posts, accepted)
SELECT p.author_id, x.tag_id, count(*), count(*) FILTER (WHERE t.accepted_post_id = p.id)
FROM posts p JOIN topics t ON t.id = p.topic_id JOIN topic_tags x ON x.topic_id = t.id
WHERE p.listed AND t.listed AND p.floor IS DISTINCT FROM 1 GROUP BY 1, 2;--> statement-breakpoint
DELETE FROM daily_posts;--> statement-breakpoint
INSERT INTO daily_posts (day, account_id, posts)
SELECT (p.created_at AT TIME ZONE 'UTC')::date, p.author_id, count(*)
FROM posts p JOIN topics t ON t.id = p.topic_id WHERE p.listed AND t.listed GROUP BY 1, 2;
