-- needs: 0001_administrators
ALTER TABLE "staff_roles" ADD COLUMN "courses" integer[] DEFAULT '{}'::integer[] NOT NULL;