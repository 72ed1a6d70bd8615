import { type CheckInAnswer, checkInAnswers } from "contract/activities/constants";
import type { CheckIn } from "contract/activities/shapes";
import type { ReactNode } from "react";
import { formatRelative } from "~/format/time";
import { Icon } from "~/ui/icon";
import type { IconName } from "~/ui/icon-names.gen";
import styles from "./answer-panel.module.css";

const words = Object.fromEntries(checkInAnswers.map(({ code, name }) => [code, name])) as Record<
  CheckInAnswer,
  string
>;
const icons: Record<CheckInAnswer, IconName> = {
  passed: "circle-check",
  already: "history",
  pending: "clock",
  cancelled: "x",
  otherActivity: "calendar-event",
  invalid: "alert-circle",
};
/** The next step for the person at the entrance. */
const hints: Record<CheckInAnswer, string> = {
  passed: "",
  already: "",
  pending: "还没有通过审核，请在报名名单里处理",
  cancelled: "报名已取消或被拒绝，可以作为现场报名登记",
  otherActivity: "这是别的活动的签到码",
  invalid: "认不出这个签到码，或者它已经过期",
};

/** The result of a check-in, readable at arm's length: a colour, an icon and one word. */
export function AnswerPanel({
  checkIn,
  note,
  children,
}: {
  checkIn: CheckIn;
  /** A further remark, such as that the code was checked offline. */
  note?: string | undefined;
  children?: ReactNode;
}) {
  const { answer, name, category, at, by } = checkIn;
  const when = answer === "already" && at ? [formatRelative(at), by].filter(Boolean).join(" · ") : "";
  return (
    <div className={styles.panel} data-answer={answer}>
      <p className={styles.word}>
        <Icon name={icons[answer]} />
        <strong>{words[answer]}</strong>
      </p>
      {name ? (
        <p className={styles.who}>
          {name}
          {category ? <small>{category}</small> : null}
        </p>
      ) : null}
      {[when, note ?? hints[answer]].filter(Boolean).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {children}
    </div>
  );
}
