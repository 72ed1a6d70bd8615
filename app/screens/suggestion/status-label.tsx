import { type FeedbackStatus, feedbackStatuses } from "contract/feedback/constants";
import styles from "./suggestion.module.css";

/** The state of a suggestion or complaint as a label. */
export function StatusLabel({ status }: { status: FeedbackStatus }) {
  return (
    <span className={styles.status} data-status={status}>
      {feedbackStatuses[status]}
    </span>
  );
}
