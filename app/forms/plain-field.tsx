import { type ComponentProps, type ReactNode, useId } from "react";
import { problem } from "./field-parts";
import styles from "./plain-field.module.css";
import type { FormFailure } from "./result";

interface Props {
  label: string;
  hint?: string;
  errors?: string[] | null | undefined;
  /** Given the id of the control and of what describes it. */
  children: (control: { id: string; "aria-describedby"?: string; "aria-invalid"?: true }) => ReactNode;
}

/** A label, a plain control and what is wrong with it: forms of moderators and organisers have many small ones. */
export function PlainField({ label, hint, errors, children }: Props) {
  const id = useId();
  const wrong = errors && errors.length > 0 ? errors : undefined;
  const described = wrong || hint ? { "aria-describedby": `${id}-said` } : {};
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, ...described, ...(wrong ? { "aria-invalid": true as const } : {}) })}
      {wrong || hint ? (
        <span id={`${id}-said`} className={styles.hint}>
          {wrong ? problem(wrong) : hint}
        </span>
      ) : null}
    </div>
  );
}

/** A plain field with one line to type in. */
export function PlainInput({
  label,
  hint,
  errors,
  ...input
}: Omit<Props, "children"> & ComponentProps<"input">) {
  const said = hint === undefined ? {} : { hint };
  return (
    <PlainField label={label} errors={errors} {...said}>
      {(control) => <input {...control} className="plain-input" {...input} />}
    </PlainField>
  );
}

/** What was typed into a field of a form that came back, and what is wrong with it. */
export function givenBack(failure: FormFailure | undefined, name: string) {
  const value = failure?.result.initialValue?.[name];
  return {
    value: typeof value === "string" ? value : undefined,
    values: [value].flat().filter((each): each is string => typeof each === "string"),
    errors: failure?.result.error?.[name],
  };
}
