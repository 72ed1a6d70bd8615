import { Link } from "@remix-run/react";
import type { CourseDetail } from "contract/training/courses/calls";
import type { StudyOfCourse } from "contract/training/study/calls";
import { RailBox } from "~/lists/list-page";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import styles from "./course.module.css";
import { LecturerPhoto } from "./lecturer-photo";

export interface CourseData {
  course: CourseDetail;
  /** The reader's progress in the course; null for visitors. */
  study: StudyOfCourse | null;
}

/** What stands beside a course: its certificate, lecturers, products and resources. */
export function CourseRail({ course, study }: CourseData) {
  const { to } = useShell();
  const certificate = study?.certificate;
  const marked = study?.lessons.filter((lesson) => lesson.marked && !lesson.done).length ?? 0;
  return (
    <aside className={styles.rail} aria-label="课程相关">
      {course.certificate ? (
        <RailBox title="证书">
          <p>{course.certificate.name}</p>
          <p className={styles.note}>
            {course.certificate.exam === null ? "学完全部课时后颁发。" : "学完全部课时并通过考试后颁发。"}
            看或读够时间才算学完，自行标记的课时不算。
          </p>
          {marked > 0 && !certificate ? (
            <p className={styles.note}>你自行标记的 {marked} 课时还要学完。</p>
          ) : null}
          <Link to={to(paths.certificateCheck())}>核验一张证书</Link>
        </RailBox>
      ) : null}
      {course.teachers.length > 0 ? (
        <RailBox title="讲师">
          <ul className={styles.teachers}>
            {course.teachers.map((teacher) => (
              <li key={teacher.id}>
                <LecturerPhoto lecturer={teacher} size={48} />
                <div>
                  <Link to={to(paths.lecturer(teacher.id))}>{teacher.name}</Link>
                  <p>{[teacher.organisation, teacher.title].filter(Boolean).join(" · ")}</p>
                </div>
              </li>
            ))}
          </ul>
        </RailBox>
      ) : null}
      {course.products.length > 0 ? (
        <RailBox title="相关产品">
          <ul className={styles.links}>
            {course.products.map(({ id, name, summary }) => (
              <li key={id}>
                <Link to={to(paths.product(id))}>{name}</Link>
                {summary ? <p>{summary}</p> : null}
              </li>
            ))}
          </ul>
        </RailBox>
      ) : null}
      {course.resources.length > 0 ? (
        <RailBox title="相关资料">
          <ul className={styles.links}>
            {course.resources.map(({ id, name }) => (
              <li key={id}>
                <Link to={to(paths.resource(id))}>{name}</Link>
              </li>
            ))}
          </ul>
        </RailBox>
      ) : null}
    </aside>
  );
}
