import { type ReactNode, useEffect, useRef } from "react";
import { useRoot } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import styles from "./fields.module.css";
import { renewedFormToken } from "./form-token";
import { piecesOf } from "./quoted";

/** A message, with what it quotes from the text marked. */
function MarkedText({ children }: { children: string }) {
  return (
    <span>
      {piecesOf(children).map((piece, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one message stand still
        return index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece;
      })}
    </span>
  );
}

/** A message beside its field: an icon and words, never colour alone. */
export function problem(errors: string[] | undefined): ReactNode {
  if (!errors || errors.length === 0) return undefined;
  return (
    <span className={styles.problem}>
      <Icon name="alert-circle" />
      <MarkedText>{errors.join("；")}</MarkedText>
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
          <MarkedText>{error}</MarkedText>
        </p>
      ))}
    </div>
  );
}

/** The token of this visitor's forms: another site that makes the browser post one does not know it. */
export function FormToken() {
  const root = useRoot();
  const renewed = renewedFormToken();
  return <input type="hidden" name="csrf" value={renewed ?? root?.formToken ?? ""} />;
}
