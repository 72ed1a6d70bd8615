import { InputBase } from "@mantine/core";
import type { ReactNode } from "react";
import { typed } from "../field-parts";
import { type FieldProps, useInput } from "./use-input";

interface SelectFieldProps extends FieldProps {
  /** Its options. */
  children: ReactNode;
  disabled?: boolean;
}

/** A list to choose one thing from: the browser's own, which works before scripts. */
export function SelectField({ children, disabled, ...told }: SelectFieldProps) {
  const { field, props } = useInput(told);
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

/** Options from their values and names. */
export function Options({ of }: { of: Record<string, string> | readonly (readonly [string, string])[] }) {
  return (Array.isArray(of) ? of : Object.entries(of)).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
}
