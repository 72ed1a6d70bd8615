import { type FieldMetadata, getTextareaProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { type FieldProps, problem, typed } from "./field-parts";
import styles from "./fields.module.css";

interface TextAreaProps extends FieldProps {
  rows: number;
  /** Puts something around the text area: the editor's tools. */
  wrap?: (textarea: ReactNode, invalid: boolean) => ReactNode;
}

/**
 * A text area, as a plain element: it is the one field of the topic page, and Mantine's brings 6 KB and an
 * autosizer that `field-sizing` does in CSS. `rows` is its least height.
 */
export function TextAreaField({ field, label, hint, rows, wrap }: TextAreaProps) {
  const { key, defaultValue, id, ...props } = getTextareaProps(field as FieldMetadata<string>);
  const hintId = `${id}-hint`;
  const describedBy =
    [hint ? hintId : "", field.errors ? field.errorId : ""].filter(Boolean).join(" ") || undefined;
  const textarea = (
    <textarea
      key={key}
      {...props}
      id={id}
      rows={rows}
      style={{ minHeight: `calc(${rows} * 1.6em + 18px)` }}
      defaultValue={typed(defaultValue)}
      className={styles.textarea}
      aria-describedby={describedBy}
    />
  );
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {wrap ? wrap(textarea, Boolean(field.errors)) : textarea}
      {hint ? (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      {field.errors ? (
        <p id={field.errorId} className={styles.message}>
          {problem(field.errors)}
        </p>
      ) : null}
    </div>
  );
}
