import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { shownDuration } from "~/format/duration";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { weekWords } from "~/training/week-words";
import { Icon } from "~/ui/icon";
import styles from "./home.module.css";

type Study = NonNullable<CallResponse<"lastStudy">["study"]>;

interface ContinueProps {
  study: Study;
  /** How the week goes by the member's plan; null without one. */
  week: CallResponse<"lastStudy">["week"];
}

/** With what the member goes on learning, in one line. The lesson's page begins at the second that is kept. */
export function Continue({ study: { course, lesson, position }, week }: ContinueProps) {
  const { to } = useShell();
  return (
    <Link className={`surface ${styles.continue}`} to={to(paths.lesson(lesson.id))}>
      <Icon name="school" />
      <span>
        <b>继续学习</b> {lesson.name}
        <small>
          {course.name} 第 {lesson.number} 课{position > 0 ? `，看到 ${shownDuration(position)}` : ""}
        </small>
        {week ? <small>{weekWords(week)}</small> : null}
      </span>
      <Icon name="chevron-right" />
    </Link>
  );
}
