ALTER TABLE "product_notices" ADD COLUMN "id" serial NOT NULL;--> statement-breakpoint
ALTER TABLE "product_notices" ADD COLUMN "search" "tsvector";--> statement-breakpoint
CREATE INDEX "product_notices_search" ON "product_notices" USING gin ("search");--> statement-breakpoint
ALTER TABLE "product_notices" ADD CONSTRAINT "product_notices_id_unique" UNIQUE("id");