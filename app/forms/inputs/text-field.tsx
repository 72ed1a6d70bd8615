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
  /** It starts empty each time: what was typed is right no longer. */
  startsEmpty?: boolean;
  /** Puts something around the control: a country code, a button beside it. */
  wrap?: (control: ReactNode) => ReactNode;
}

/** One line of text; by its `type` also a date, a number, a password or an address. */
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
