import type { CallResponse } from "contract";
import { contentBodies } from "contract/content/kinds/bodies";
import { examWaitDefault } from "contract/training/constants";
import { eq } from "drizzle-orm";
import { previewedVersion } from "../../content/previews/previewed-version";
import type { Database } from "../../database/open";
import { courses } from "../../database/schema";
import { found } from "../../server/refusal";

/**
 * The rules of the newest version of an exam as its page will show them. The questions stay here: with their answers,
 * a preview's address would pass the exam. Throws EXAM_NOT_FOUND without the right secret.
 */
export async function previewedExam(
  database: Database,
  id: number,
  secret: string,
): Promise<CallResponse<"examById">> {
  const name = { kind: "exams", key: String(id) } as const;
  const { body, changedAt } = found(await previewedVersion(database, name, secret), "EXAM_NOT_FOUND");
  const draft = contentBodies.exams.draft.parse(body);
  const { title, summary = "", course = 0, minutes = 0, pass = 0, attempts = 0, questions } = draft;
  const { wait = examWaitDefault, draw = questions.length } = draft;
  const [of] = await database
    .select({ id: courses.id, name: courses.title })
    .from(courses)
    .where(eq(courses.id, course));
  return {
    id,
    title,
    summary,
    minutes,
    pass,
    attempts,
    wait,
    course: of ?? { id: course, name: "还没有选课程" },
    questions: draw,
    takers: 0,
    passed: 0,
    delisted: false,
    updatedAt: changedAt.toISOString(),
    preview: true,
  };
}
