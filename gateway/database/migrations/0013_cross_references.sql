-- needs: 0001_administrators
CREATE TABLE "product_cross_references" (
	"product_id" integer NOT NULL,
	"folded" text NOT NULL,
	"number" text NOT NULL,
	"maker" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_cross_references_product_id_folded_pk" PRIMARY KEY("product_id","folded")
);
--> statement-breakpoint
ALTER TABLE "product_cross_references" ADD CONSTRAINT "product_cross_references_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_cross_references_folded" ON "product_cross_references" USING btree ("folded" text_pattern_ops);--> statement-breakpoint
-- The catalogue is small, and only loads write it: the index is there in milliseconds.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "products_folded" ON "products" USING btree (upper(regexp_replace("name", '[^A-Za-z0-9]', '', 'g')) text_pattern_ops);