DROP INDEX "conversation_sides_latest";--> statement-breakpoint
DROP INDEX "conversation_sides_unread";--> statement-breakpoint
DROP INDEX "notifications_unread";--> statement-breakpoint
ALTER TABLE "conversation_sides" ADD COLUMN "read_up_to" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "likes" ADD COLUMN "told" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "accounts_digest" ON "accounts" USING btree ("digest_sent_at") WHERE "accounts"."digest" <> 'off';--> statement-breakpoint
CREATE INDEX "notifications_kind" ON "notifications" USING btree ("account_id","kind","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_event" ON "notifications" USING btree ("account_id","event","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "conversation_sides_latest" ON "conversation_sides" USING btree ("account_id","last_at" DESC NULLS LAST,"conversation_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "conversation_sides_unread" ON "conversation_sides" USING btree ("account_id","last_at" DESC NULLS LAST,"conversation_id" DESC NULLS LAST) WHERE "conversation_sides"."unread" > 0;--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("account_id","kind","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "notifications"."read_at" is null;