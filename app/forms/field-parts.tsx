import { type ReactNode, useEffect, useRef } from "react";
import { useRoot } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import styles from "./fields.module.css";
import { renewedFormToken } from "./form-token";
import { piecesOf } from "./quoted";

/** A message with its quoted text marked. */
function MarkedText({ children }: { children: string }) {
  return (
    <span>
      {piecesOf(children).map((piece, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of a message's pieces does not change
        return index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece;
      })}
    </span>
  );
}

/** A message beside its field: an icon and text, never colour alone. */
export function problem(errors: string[] | undefined): ReactNode {
  if (!errors || errors.length === 0) return undefined;
  return (
    <span className={styles.problem}>
      <Icon name="alert-circle" />
      <MarkedText>{errors.join("；")}</MarkedText>
    </span>
  );
}

/** The typed value as text. A forged form may send a field twice. */
export function typed(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.filter((item) => typeof item === "string").join(" ") : undefined;
}

/** The messages about the whole form. */
export function FormProblems({ id, errors }: { id: string | undefined; errors: string[] | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  // At the head of a long form they may be out of sight when the button is pressed.
  useEffect(() => {
    if (errors?.length) box.current?.scrollIntoView({ block: "nearest" });
  }, [errors]);
  if (!errors || errors.length === 0) return null;
  return (
    <div ref={box} className={styles.problems} id={id} role="alert">
      {errors.map((error) => (
        <p key={error} className={styles.problem}>
          <Icon name="alert-circle" />
          <MarkedText>{error}</MarkedText>
        </p>
      ))}
    </div>
  );
}

/** The CSRF token of the page's forms; another site cannot know it. */
export function FormToken() {
  const root = useRoot();
  const renewed = renewedFormToken();
  return <input type="hidden" name="csrf" value={renewed ?? root?.formToken ?? ""} />;
}
