ALTER TABLE "complaints" ADD COLUMN "steps" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "suggestions" ADD COLUMN "steps" jsonb DEFAULT '[]'::jsonb NOT NULL;