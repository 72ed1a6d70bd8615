import { useField } from "@conform-to/react";
import type { ReactNode } from "react";
import { problem, typed } from "../field-parts";
import styles from "../fields.module.css";

export interface TextAreaProps {
  /** Of the field in its form. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Of its control, where something outside its form leads there. */
  id?: string;
  /** Its least height. */
  rows: number;
  placeholder?: string;
  maxLength?: number;
  required?: boolean;
  /** Puts something around the text area: the editor's tools. */
  wrap?: (textarea: ReactNode, invalid: boolean) => ReactNode;
}

/**
 * A text area. Unlike the other fields it is no component of Mantine's: it is the one field of a topic's page, and
 * Mantine would add 11 KB to it, an autosizer among them that `field-sizing` does in CSS.
 */
export function TextArea({
  name,
  label,
  hint,
  id: own,
  rows,
  placeholder,
  maxLength,
  required,
  wrap,
}: TextAreaProps) {
  const [field] = useField<string>(name);
  const { errors } = field;
  const id = own ?? field.id;
  const described = [errors ? `${id}-problem` : "", hint ? `${id}-hint` : ""].filter(Boolean).join(" ");
  const textarea = (
    <textarea
      id={id}
      name={name}
      form={field.formId}
      required={required}
      maxLength={maxLength}
      placeholder={placeholder}
      rows={rows}
      style={{ minHeight: `calc(${rows} * 1.6em + 18px)` }}
      defaultValue={typed(field.initialValue)}
      aria-invalid={errors ? true : undefined}
      className={styles.textarea}
      aria-describedby={described || undefined}
    />
  );
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {wrap ? wrap(textarea, Boolean(errors)) : textarea}
      {hint ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      {errors ? (
        <p id={`${id}-problem`} className={styles.message}>
          {problem(errors)}
        </p>
      ) : null}
    </div>
  );
}
