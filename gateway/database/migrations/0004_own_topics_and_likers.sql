DROP INDEX "topics_author";--> statement-breakpoint
CREATE INDEX "topics_author_unlisted" ON "topics" USING btree ("author_id") WHERE not "topics"."listed";--> statement-breakpoint
CREATE INDEX "likes_post" ON "likes" USING btree ("post_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "topics_author" ON "topics" USING btree ("author_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);