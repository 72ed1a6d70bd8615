import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { shownDuration } from "~/format/duration";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import styles from "./home.module.css";

type Study = NonNullable<CallResponse<"lastStudy">["study"]>;

/** With what the member goes on learning, in one line. The lesson's page begins at the second that is kept. */
export function Continue({ study: { course, lesson, position } }: { study: Study }) {
  const { to } = useShell();
  return (
    <Link className={`surface ${styles.continue}`} to={to(paths.lesson(lesson.id))}>
      <Icon name="school" />
      <span>
        <b>继续学习</b> {lesson.name}
        <small>
          {course.name} 第 {lesson.number} 课{position > 0 ? `，看到 ${shownDuration(position)}` : ""}
        </small>
      </span>
      <Icon name="chevron-right" />
    </Link>
  );
}
