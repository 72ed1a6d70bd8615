import { type FieldMetadata, getInputProps, getSelectProps, getTextareaProps } from "@conform-to/react";
import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "~/components/icon";
import { useRoot } from "~/shells/use-shell";
import styles from "./fields.module.css";

interface FieldProps {
  field: FieldMetadata<unknown>;
  label: string;
  hint?: string;
}

/** A message beside its field: an icon and words, never colour alone. */
function problem(errors: string[] | undefined): ReactNode {
  if (!errors || errors.length === 0) return undefined;
  return (
    <span className={styles.problem}>
      <Icon name="alert-circle" />
      {errors.join("；")}
    </span>
  );
}

/** What was typed, as text: a forged form may have sent a field twice. */
function typed(value: unknown): string | undefined {
  return typeof value === "string" ? value : Array.isArray(value) ? value.filter((item) => typeof item === "string").join(" ") : undefined;
}

type Extra = { placeholder?: string; maxLength?: number; autoComplete?: string };

export function TextField({ field, label, hint, ...extra }: FieldProps & Extra) {
  const { key, defaultValue, ...props } = getInputProps(field as FieldMetadata<string>, { type: "text" });
  return (
    <TextInput key={key} {...props} {...extra} defaultValue={typed(defaultValue)} label={label} description={hint} error={problem(field.errors)} />
  );
}

export function TextAreaField({ field, label, hint, rows, ...extra }: FieldProps & Extra & { rows: number }) {
  const { key, defaultValue, ...props } = getTextareaProps(field as FieldMetadata<string>);
  return (
    <Textarea
      key={key}
      {...props}
      {...extra}
      rows={rows}
      defaultValue={typed(defaultValue)}
      label={label}
      description={hint}
      error={problem(field.errors)}
      classNames={{ input: styles.textarea ?? "" }}
    />
  );
}

export function SelectField({ field, label, hint, children }: FieldProps & { children: ReactNode }) {
  const { key, defaultValue, ...props } = getSelectProps(field as FieldMetadata<string>);
  return (
    <NativeSelect key={key} {...props} defaultValue={typed(defaultValue)} label={label} description={hint} error={problem(field.errors)}>
      {children}
    </NativeSelect>
  );
}

/** The messages that belong to the whole form. */
export function FormProblems({ id, errors }: { id: string | undefined; errors: string[] | undefined }) {
  if (!errors || errors.length === 0) return null;
  return (
    <div className={styles.problems} id={id} role="alert">
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
  return <input type="hidden" name="csrf" value={useRoot()?.formToken ?? ""} />;
}
