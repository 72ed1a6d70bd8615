import { type FeedbackStatus, feedbackStatuses } from "contract/feedback/constants";
import styles from "./suggestion.module.css";

/** What became of a suggestion or complaint, in a word. */
export function StatusLabel({ status }: { status: FeedbackStatus }) {
  return (
    <span className={styles.status} data-status={status}>
      {feedbackStatuses[status]}
    </span>
  );
}
