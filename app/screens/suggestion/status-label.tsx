import { type ServiceStatus, serviceStatuses } from "contract/service-choices";
import styles from "./suggestion.module.css";

/** What became of a suggestion or complaint, in a word. */
export function StatusLabel({ status }: { status: ServiceStatus }) {
  return (
    <span className={styles.status} data-status={status}>
      {serviceStatuses[status]}
    </span>
  );
}
