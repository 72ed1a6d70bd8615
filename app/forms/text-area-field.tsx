import type { ReactNode } from "react";
import { type FieldProps, problem, type TextAreaState, typed } from "./field-parts";
import styles from "./fields.module.css";

export interface TextAreaProps extends Omit<FieldProps, "field"> {
  field: TextAreaState;
  rows: number;
  /** Puts something around the text area: the editor's tools. */
  wrap?: (textarea: ReactNode, invalid: boolean) => ReactNode;
}

/**
 * A text area, as a plain element: it is the one field of the topic page, and Mantine's brings 6 KB and an
 * autosizer that `field-sizing` does in CSS. What it says of its field it says without Conform, which that page
 * does without (use-text-form.ts). `rows` is its least height.
 */
export function TextAreaField({ field, label, hint, rows, wrap }: TextAreaProps) {
  const { id } = field;
  const hintId = `${id}-hint`;
  const describedBy =
    [hint ? hintId : "", field.errors ? field.errorId : ""].filter(Boolean).join(" ") || undefined;
  const textarea = (
    <textarea
      id={id}
      name={field.name}
      form={field.formId}
      required={field.required || undefined}
      minLength={field.minLength}
      maxLength={field.maxLength}
      rows={rows}
      style={{ minHeight: `calc(${rows} * 1.6em + 18px)` }}
      defaultValue={typed(field.initialValue)}
      aria-invalid={field.errors ? true : undefined}
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
