import { TextInput } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { typed } from "../field-parts";
import { type FieldProps, useInput } from "./use-input";

type Native = Pick<
  ComponentProps<"input">,
  | "type"
  | "placeholder"
  | "maxLength"
  | "autoComplete"
  | "autoCapitalize"
  | "spellCheck"
  | "enterKeyHint"
  | "inputMode"
  | "readOnly"
  | "required"
  | "list"
  | "className"
>;

interface TextFieldProps extends FieldProps, Native {
  /** Always empty at first: the typed value has become invalid. */
  startsEmpty?: boolean;
  /** Wraps the control, for example to add a country code or a button. */
  wrap?: (control: ReactNode) => ReactNode;
}

/** A one-line text field; by its `type` also for a date, a number, a password or an address. */
export function TextField({
  name,
  label,
  hideLabel,
  hint,
  id,
  alsoOf,
  startsEmpty,
  wrap,
  ...native
}: TextFieldProps) {
  const { field, props } = useInput({ name, label, hideLabel, hint, id, alsoOf });
  return (
    <TextInput
      key={field.key}
      {...props}
      {...native}
      defaultValue={startsEmpty ? "" : (typed(field.initialValue) ?? "")}
      inputContainer={wrap}
    />
  );
}
