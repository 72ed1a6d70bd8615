import { type FieldMetadata, getInputProps, getSelectProps } from "@conform-to/react";
import { NativeSelect, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { type FieldProps, problem, typed } from "./field-parts";

type Extra = { placeholder?: string; maxLength?: number; autoComplete?: string; readOnly?: boolean; inputMode?: "numeric" };

export function TextField({ field, label, hint, ...extra }: FieldProps & Extra) {
  const { key, defaultValue, ...props } = getInputProps(field as FieldMetadata<string>, { type: "text" });
  return (
    <TextInput
      key={key}
      {...props}
      {...extra}
      defaultValue={typed(defaultValue)}
      label={label}
      description={hint}
      error={problem(field.errors)}
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
