-- needs: 0001_administrators
ALTER TABLE "study_totals" ADD COLUMN "plan" integer;