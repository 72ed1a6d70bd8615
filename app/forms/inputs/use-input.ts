import { type FieldMetadata, useField } from "@conform-to/react";
import type { ReactNode } from "react";
import { problem } from "../field-parts";

export interface FieldProps {
  /** Of the field in its form. */
  name: string;
  label: ReactNode;
  /** The label is for those alone who hear the page. */
  hideLabel?: boolean;
  hint?: ReactNode;
  /** Of its control, where something outside its form leads there; otherwise the form's and its name make one. */
  id?: string;
  /** Another field, without a control, whose messages stand here too. */
  alsoOf?: string;
  /** What is wrong with it besides, and is said first: it came up on the page. */
  problems?: string[] | undefined;
}

/** What a field's control and the words around it are told, by the field's name. */
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
      // Mantine would say `aria-invalid="false"` of what is right.
      attributes: { input: { "aria-invalid": errors ? true : undefined } },
      labelProps: hideLabel ? { className: "visually-hidden" } : undefined,
      errorProps: { id: `${own}-problem`, role: problems ? "alert" : undefined },
      descriptionProps: { id: `${own}-hint` },
    },
  };
}
