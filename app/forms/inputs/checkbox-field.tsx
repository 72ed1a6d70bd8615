import { getInputProps, useField } from "@conform-to/react";
import { Checkbox } from "@mantine/core";
import { problem } from "../field-parts";
import type { FieldProps } from "./use-input";

interface CheckboxFieldProps extends FieldProps {
  /** The value that it sends. */
  value?: string;
  /** Always unchecked at first: the text that the person agreed to has changed. */
  startsEmpty?: boolean;
}

/** A checkbox with its label beside it. */
export function CheckboxField({
  name,
  label,
  hint,
  id,
  alsoOf,
  startsEmpty,
  value = "on",
}: CheckboxFieldProps) {
  const [field] = useField<string>(name);
  const [other] = useField(alsoOf ?? name);
  const errors = field.errors ?? other.errors;
  const own = id ?? field.id;
  const { key, ...control } = getInputProps(field, { type: "checkbox", value });
  const described = [errors ? `${own}-problem` : "", hint ? `${own}-hint` : ""].filter(Boolean).join(" ");
  return (
    <Checkbox
      key={key}
      {...control}
      id={own}
      {...(startsEmpty ? { defaultChecked: false } : {})}
      aria-invalid={errors ? true : undefined}
      aria-describedby={described || undefined}
      label={label}
      description={hint ? <span id={`${own}-hint`}>{hint}</span> : undefined}
      error={errors ? <span id={`${own}-problem`}>{problem(errors)}</span> : undefined}
    />
  );
}
