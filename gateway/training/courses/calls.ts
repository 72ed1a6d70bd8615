/** Courses and their lessons (spec 7.2, Dev resources: levels, recommended course videos, course by id, live replay). */

import { coursePageSize } from "contract/training/constants";
import type { courseCalls } from "contract/training/courses/calls";
import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import { pageOf } from "../../database/pages";
import { courses, lessons } from "../../database/schema";
import { countedAs, warmer } from "../../files/serving/heat";
import type { HandlersOf } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { courseDetail, lessonDetail } from "./detail";
import { managedBy, managedCourse, openCourse, openLesson } from "./find";
import { listCourses, listLives, trainingLevels } from "./list";
import { previewedCourse, previewedLesson } from "./previewed";
import { recommendedVideos } from "./recommend";
import { courseRows } from "./rows";
import { listLessonTopics } from "./topics";

export const courseHandlers = {
  trainingLevels: (_request, context) => trainingLevels(context),

  courseList: (request, context) => listCourses(context, request),

  async courseById({ id, preview }, context) {
    if (preview !== undefined) return previewedCourse(context, id, preview);
    return courseDetail(context, await openCourse(context, id));
  },

  async lessonById({ id, preview }, context) {
    if (preview !== undefined) return previewedLesson(context, id, preview);
    const { lesson } = await openLesson(context, id);
    return lessonDetail(context, lesson);
  },

  async playLesson({ id }, context) {
    const { database, limits } = context;
    const { lesson } = await openLesson(context, id);
    if (!(await limits.take("useCount", `lesson ${id} ${countedAs(context)}`)))
      return { plays: lesson.plays };
    const [playCount] = await database
      .update(lessons)
      .set({ plays: sql`${lessons.plays} + 1`, heat: warmer(lessons.heat, context.now()) })
      .where(eq(lessons.id, id))
      .returning({ plays: lessons.plays });
    return found(playCount, "LESSON_NOT_FOUND");
  },

  async recommendedCourseVideos({ count }, context) {
    return { videos: await recommendedVideos(context, count) };
  },

  liveReplay: (request, context) => listLives(context, request),

  async lessonTopics(request, context) {
    await openLesson(context, request.id);
    return listLessonTopics(context.database, request);
  },

  async managedCourses({ page }, context) {
    const { database } = context;
    const where = and(isNull(courses.delistedAt), managedBy(context));
    const total = await database.$count(courses, where);
    const { offset, ...place } = pageOf(total, page, coursePageSize);
    const ids = await database
      .select({ id: courses.id })
      .from(courses)
      .where(where)
      .orderBy(desc(courses.opensAt), desc(courses.id))
      .limit(coursePageSize)
      .offset(offset);
    const rows = await courseRows(
      context,
      ids.map(({ id }) => id),
    );
    // A member who manages no course has no such list.
    if (total === 0 && managedBy(context) !== undefined) throw new Refusal("COURSE_RIGHT_MISSING");
    return { courses: rows, ...place, total };
  },

  async previewCourse({ id }, context) {
    const course = await managedCourse(context, id);
    const rows = await context.database
      .select()
      .from(lessons)
      .where(and(eq(lessons.courseId, id), isNull(lessons.delistedAt)))
      .orderBy(asc(lessons.number));
    return {
      course: await courseDetail(context, course),
      lessons: await Promise.all(rows.map((lesson) => lessonDetail(context, lesson))),
    };
  },
} satisfies HandlersOf<typeof courseCalls>;
