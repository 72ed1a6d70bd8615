-- needs: 0001_administrators
ALTER TABLE "files" ADD COLUMN "entries" jsonb;