import { type FieldMetadata, useField } from "@conform-to/react";
import type { ReactNode } from "react";
import { problem } from "../field-parts";

export interface FieldProps {
  /** The field's name in its form. */
  name: string;
  label: ReactNode;
  /** The label is only for screen readers. */
  hideLabel?: boolean;
  hint?: ReactNode;
  /** The control's id, for links from outside the form; by default made of the form's id and the name. */
  id?: string;
  /** Another field, without a control, whose messages are shown here too. */
  alsoOf?: string;
  /** Messages that were found on the page; they replace the form's. */
  problems?: string[] | undefined;
}

/** The props of a field's control, label, hint and messages, by the field's name. */
export function useInput({ name, label, hideLabel, hint, id, alsoOf, problems }: FieldProps): {
  field: FieldMetadata<string>;
  props: object;
} {
  const [field] = useField<string>(name);
  const [other] = useField(alsoOf ?? name);
  const errors = problems ?? field.errors ?? other.errors;
  const own = id ?? field.id;
  return {
    field,
    props: {
      id: own,
      name,
      form: field.formId,
      label,
      description: hint,
      error: problem(errors),
      // Mantine would set `aria-invalid="false"` on valid fields.
      attributes: { input: { "aria-invalid": errors ? true : undefined } },
      labelProps: hideLabel ? { className: "visually-hidden" } : undefined,
      errorProps: { id: `${own}-problem`, role: problems ? "alert" : undefined },
      descriptionProps: { id: `${own}-hint` },
    },
  };
}
