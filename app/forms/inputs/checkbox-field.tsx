import { getInputProps, useField } from "@conform-to/react";
import { Checkbox } from "@mantine/core";
import { problem } from "../field-parts";
import type { FieldProps } from "./use-input";

interface CheckboxFieldProps extends FieldProps {
  /** What it sends. */
  value?: string;
}

/** A box to tick, with its words beside it. */
export function CheckboxField({ name, label, hint, id, value = "on" }: CheckboxFieldProps) {
  const [field] = useField<string>(name);
  const own = id ?? field.id;
  const { key, ...control } = getInputProps(field, { type: "checkbox", value });
  const described = [field.errors ? `${own}-problem` : "", hint ? `${own}-hint` : ""]
    .filter(Boolean)
    .join(" ");
  return (
    <Checkbox
      key={key}
      {...control}
      id={own}
      aria-describedby={described || undefined}
      label={label}
      description={hint ? <span id={`${own}-hint`}>{hint}</span> : undefined}
      error={field.errors ? <span id={`${own}-problem`}>{problem(field.errors)}</span> : undefined}
    />
  );
}
