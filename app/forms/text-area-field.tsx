import { type FieldMetadata, getTextareaProps } from "@conform-to/react";
import { Input } from "@mantine/core";
import { type FieldProps, problem, typed } from "./field-parts";
import styles from "./fields.module.css";

/** A text area. Mantine's own brings an autosizer that reading pages would pay for; `field-sizing` does it in CSS. */
export function TextAreaField({ field, label, hint, rows }: FieldProps & { rows: number }) {
  const { key, defaultValue, id, ...props } = getTextareaProps(field as FieldMetadata<string>);
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={hint}
      error={problem(field.errors)}
      inputWrapperOrder={["label", "input", "description", "error"]}
    >
      <Input
        key={key}
        {...props}
        id={id}
        component="textarea"
        multiline
        rows={rows}
        style={{ "--rows": rows }}
        defaultValue={typed(defaultValue)}
        error={Boolean(field.errors)}
        classNames={{ input: styles.textarea ?? "" }}
      />
    </Input.Wrapper>
  );
}
