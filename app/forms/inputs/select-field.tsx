import { InputBase } from "@mantine/core";
import type { ReactNode } from "react";
import { typed } from "../field-parts";
import { type FieldProps, useInput } from "./use-input";

interface SelectFieldProps extends FieldProps {
  /** The options. */
  children: ReactNode;
  disabled?: boolean;
}

/** A select field with the browser's own control, which works before JavaScript. */
export function SelectField({ children, disabled, ...fieldProps }: SelectFieldProps) {
  const { field, props } = useInput(fieldProps);
  return (
    <InputBase
      key={field.key}
      component="select"
      {...props}
      disabled={disabled}
      defaultValue={typed(field.initialValue) ?? ""}
    >
      {children}
    </InputBase>
  );
}

/** Options from values and names. */
export function Options({ of }: { of: Record<string, string> | readonly (readonly [string, string])[] }) {
  return (Array.isArray(of) ? of : Object.entries(of)).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
}
