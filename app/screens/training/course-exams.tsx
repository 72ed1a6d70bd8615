import { Link } from "@remix-run/react";
import type { CourseDetail } from "contract/training/courses/calls";
import type { StudyOfCourse } from "contract/training/study/calls";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import styles from "./course.module.css";

/** The exams of a course, with the reader's results in each. */
export function CourseExams({
  exams,
  study,
}: {
  exams: CourseDetail["examList"];
  study: StudyOfCourse | null;
}) {
  const { to } = useShell();
  return (
    <ul className={styles.rows}>
      {exams.map((exam) => {
        const progress = study?.exams.find((one) => one.exam === exam.id);
        return (
          <li key={exam.id}>
            <div>
              <Link to={to(paths.exam(exam.id))}>{exam.title}</Link>
              <p className="facts">
                <span>{exam.questions} 题</span>
                <span>{exam.minutes} 分钟</span>
                <span>{exam.pass}% 及格</span>
                <span>{exam.attempts === 0 ? "不限次数" : `可考 ${exam.attempts} 次`}</span>
              </p>
            </div>
            {progress?.running ? (
              <Link to={to(paths.attempt(progress.running))}>继续作答</Link>
            ) : progress?.passed ? (
              <span className="label" data-kind="solved">
                已通过 {progress.best}%
              </span>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
