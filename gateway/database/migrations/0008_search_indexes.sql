CREATE INDEX "accounts_nickname_characters" ON "accounts" USING gin (regexp_split_to_array("nickname_folded", ''));--> statement-breakpoint
CREATE INDEX "tags_name_characters" ON "tags" USING gin (regexp_split_to_array(lower("name"), ''));--> statement-breakpoint
CREATE INDEX "search_queries_text" ON "search_queries" USING btree ("text" text_pattern_ops);