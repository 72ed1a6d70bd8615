import { type ReactNode, useId } from "react";
import { Icon } from "~/ui/icon";
import styles from "./filters.module.css";

/** A label with its field, and the field's message below. */
export function Field({
  label,
  problem,
  children,
}: {
  label: string;
  problem?: string | undefined;
  children: (ids: {
    id: string;
    "aria-describedby": string | undefined;
    "aria-invalid": true | undefined;
  }) => ReactNode;
}) {
  const id = useId();
  const problemId = `${id}-problem`;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        "aria-describedby": problem ? problemId : undefined,
        "aria-invalid": problem ? true : undefined,
      })}
      {problem ? (
        <p id={problemId} className={styles.problem}>
          <Icon name="alert-circle" />
          {problem}
        </p>
      ) : null}
    </div>
  );
}
