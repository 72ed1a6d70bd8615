import type { FieldMetadata } from "@conform-to/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "~/components/icon";
import { useRoot } from "~/shells/use-shell";
import { renewedFormToken } from "./form-token";
import styles from "./fields.module.css";

export interface FieldProps {
  field: FieldMetadata<unknown>;
  label: string;
  hint?: string;
}

/** A message beside its field: an icon and words, never colour alone. */
export function problem(errors: string[] | undefined): ReactNode {
  if (!errors || errors.length === 0) return undefined;
  return (
    <span className={styles.problem}>
      <Icon name="alert-circle" />
      {errors.join("；")}
    </span>
  );
}

/** What was typed, as text: a forged form may have sent a field twice. */
export function typed(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.filter((item) => typeof item === "string").join(" ") : undefined;
}

/** The messages that belong to the whole form. */
export function FormProblems({ id, errors }: { id: string | undefined; errors: string[] | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  // Above a long form they would be out of sight of the button that was pressed.
  useEffect(() => {
    if (errors?.length) box.current?.scrollIntoView({ block: "nearest" });
  }, [errors]);
  if (!errors || errors.length === 0) return null;
  return (
    <div ref={box} className={styles.problems} id={id} role="alert">
      {errors.map((error) => (
        <p key={error} className={styles.problem}>
          <Icon name="alert-circle" />
          {error}
        </p>
      ))}
    </div>
  );
}

/** The token of this visitor's forms (design 5). */
export function FormToken() {
  const root = useRoot();
  const renewed = renewedFormToken();
  return <input type="hidden" name="csrf" value={renewed ?? root?.formToken ?? ""} />;
}
