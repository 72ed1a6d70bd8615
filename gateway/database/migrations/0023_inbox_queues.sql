-- needs: 0001_administrators
CREATE INDEX "complaints_due" ON "complaints" USING btree ("due_at","id") WHERE "complaints"."status" in ('received', 'working');--> statement-breakpoint
CREATE INDEX "complaints_assignee" ON "complaints" USING btree ("assignee_id") WHERE "complaints"."assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "suggestions_due" ON "suggestions" USING btree ("due_at","id") WHERE "suggestions"."status" in ('received', 'working');--> statement-breakpoint
CREATE INDEX "suggestions_assignee" ON "suggestions" USING btree ("assignee_id") WHERE "suggestions"."assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "course_learners_started" ON "course_learners" USING btree ("started_at","course_id");