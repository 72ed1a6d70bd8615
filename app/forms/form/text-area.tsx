import { useField } from "@conform-to/react";
import { TextAreaControl, type TextAreaControlProps } from "./text-area-control";

interface TextAreaProps extends Omit<TextAreaControlProps, "field" | "wrap"> {
  /** The field's name in its form. */
  name: string;
}

/** The text area of a field of a `ScreenForm`. */
export function TextArea({ name, ...props }: TextAreaProps) {
  const [field] = useField<string>(name);
  return <TextAreaControl field={field} {...props} />;
}
