import type { Database } from "../../../../database/open";
import type { Texts } from "../../files/texts";
import type { ChangesByKind } from "../../rows/changes";
import { noteEdited } from "../../rows/held";
import type { CatalogueItems } from "../load-catalogue";
import { packCourseBody } from "./course-body";
import { packExamBody } from "./exam-body";
import { planLessons, writeLessons } from "./lessons";
import {
  type CourseItem,
  countExams,
  countLecturers,
  planCourses,
  planExams,
  writeCourses,
  writeExams,
} from "./training";

/** The HTML of a course with that of its lessons, in the order of the texts of its form. */
const wholeCourse = (texts: Pick<Texts, "of">) => ({
  async of(item: CourseItem) {
    const html = [...(await texts.of(item)).html];
    for (const lesson of item.lessons) html.push(...(await texts.of(lesson)).html);
    return { html };
  },
});

/**
 * Writes courses, lessons and exams, in the transaction of a load. @param changes gets the changes of the three kinds
 * @returns notices about pieces that were edited in the browser
 */
export async function loadCourses(
  database: Database,
  items: CatalogueItems,
  sectionIds: Map<string, number>,
  { texts, pack, now, changes }: { texts: Texts; pack: string; now: Date; changes: ChangesByKind },
): Promise<string[]> {
  const courses = await planCourses(database, items.courses);
  const lessons = await planLessons(database, items.lessons);
  const { plan: exams, notices } = await planExams(database, items.exams);
  await writeCourses(database, courses, texts, sectionIds, now);
  await writeLessons(database, lessons, texts, now);
  await writeExams(database, exams, texts, now);
  await countExams(database);
  await countLecturers(database);
  Object.assign(changes, {
    courses: courses.changes,
    lessons: lessons.changes,
    exams: exams.changes,
  });
  const told = [
    ...(await noteEdited(database, {
      kind: "courses",
      pack,
      now,
      texts: wholeCourse(texts),
      items: items.courses,
      written: courses.write,
      delisted: courses.delist,
      bodyOf: packCourseBody(items.places, sectionIds),
    })),
    ...(await noteEdited(database, {
      kind: "exams",
      pack,
      now,
      texts,
      items: items.exams,
      written: exams.write,
      delisted: exams.delist,
      bodyOf: packExamBody,
    })),
  ];
  return [...notices, ...told];
}
