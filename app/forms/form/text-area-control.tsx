import type { ReactNode } from "react";
import { problem, typed } from "../field-parts";
import styles from "../fields.module.css";

/** What a control shows of its field; Conform's metadata of a field is one. */
export interface ControlField {
  id: string;
  name: string;
  formId: string;
  initialValue?: unknown;
  errors?: string[] | undefined;
}

export interface TextAreaControlProps {
  field: ControlField;
  label: ReactNode;
  hint?: ReactNode;
  /** The control's id, for links from outside the form. */
  id?: string;
  /** The minimum number of lines. */
  rows: number;
  placeholder?: string;
  maxLength?: number;
  required?: boolean;
  /** Wraps the text area; used by the editor's tools. */
  wrap?: (textarea: ReactNode, invalid: boolean) => ReactNode;
}

/**
 * A text area with its label, hint and messages. It is not Mantine's, because it is the only field of a topic's page,
 * and Mantine adds 11 KB to that page. Mantine's autosizer is replaced by `field-sizing` in CSS.
 */
export function TextAreaControl({
  field,
  label,
  hint,
  id: own,
  rows,
  placeholder,
  maxLength,
  required,
  wrap,
}: TextAreaControlProps) {
  const { errors } = field;
  const id = own ?? field.id;
  const described = [errors ? `${id}-problem` : "", hint ? `${id}-hint` : ""].filter(Boolean).join(" ");
  const textarea = (
    <textarea
      id={id}
      name={field.name}
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
