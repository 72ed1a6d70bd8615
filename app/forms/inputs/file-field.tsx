import { TextInput } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { type FieldProps, useInput } from "./use-input";

interface FileFieldProps
  extends FieldProps,
    Pick<ComponentProps<"input">, "accept" | "capture" | "multiple" | "required" | "onChange"> {
  wrap?: (control: ReactNode) => ReactNode;
}

/** A file field with the browser's own control, because Mantine's button needs JavaScript. */
export function FileField({
  name,
  label,
  hideLabel,
  hint,
  id,
  alsoOf,
  problems,
  wrap,
  ...native
}: FileFieldProps) {
  const { props } = useInput({ name, label, hideLabel, hint, id, alsoOf, problems });
  return <TextInput {...props} {...native} type="file" inputContainer={wrap} />;
}
