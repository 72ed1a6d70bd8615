import { useField } from "@conform-to/react";
import { Checkbox, Radio } from "@mantine/core";
import type { ReactNode } from "react";
import { problem } from "../field-parts";
import styles from "./inputs.module.css";
import type { FieldProps } from "./use-input";

interface ChoicesProps extends FieldProps {
  /** The values and labels. */
  options: readonly (readonly [value: string, words: ReactNode])[];
  /** Checked when there is no other value. */
  preset?: string | readonly string[] | undefined;
  disabled?: boolean;
  /**
   * By default in one row. `stacked`: one below the other, for long labels. `boxed`: long texts in boxes. `many`: a
   * list that scrolls.
   */
  layout?: "stacked" | "boxed" | "many";
  /** Whether a choice is visible; by default all are. */
  isShown?: (value: string) => boolean;
  /** Shown between the label and the choices. */
  text?: ReactNode;
  /** Shown below the choices. */
  children?: ReactNode;
}

/** A group of which one is chosen. */
export function RadioGroup(props: ChoicesProps) {
  return <Choices kind="radio" {...props} />;
}

/** A group of which any number is chosen. */
export function Checkboxes(props: ChoicesProps) {
  return <Choices kind="checkbox" {...props} />;
}

function Choices({
  kind,
  name,
  label,
  hideLabel = false,
  hint,
  id,
  options,
  preset,
  disabled,
  layout,
  isShown,
  text,
  children,
}: ChoicesProps & { kind: "radio" | "checkbox" }) {
  const [field] = useField<string[]>(name);
  const own = id ?? field.id;
  const initialValues = [field.initialValue ?? []].flat().map(String).filter(Boolean);
  const chosen = initialValues.length > 0 || preset === undefined ? initialValues : [preset].flat();
  const { errors } = field;
  const described = [errors ? `${own}-problem` : "", hint ? `${own}-hint` : ""].filter(Boolean).join(" ");
  const Control = kind === "radio" ? Radio : Checkbox;
  return (
    <fieldset className={styles.group} id={own} aria-describedby={described || undefined}>
      <legend className={hideLabel ? "visually-hidden" : styles.label}>{label}</legend>
      {text}
      <div className={styles.choices} data-layout={layout}>
        {options.map(([value, words], index) => (
          <Control
            key={value}
            id={`${own}-${value}`}
            name={name}
            form={field.formId}
            value={value}
            label={words}
            disabled={disabled}
            wrapperProps={{ hidden: isShown?.(value) === false }}
            defaultChecked={chosen.includes(value)}
            data-at={index}
            data-wrong={errors && index === 0 ? "" : undefined}
          />
        ))}
      </div>
      {children}
      {hint ? (
        <p id={`${own}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      {errors ? (
        <p id={`${own}-problem`} className={styles.message}>
          {problem(errors)}
        </p>
      ) : null}
    </fieldset>
  );
}
