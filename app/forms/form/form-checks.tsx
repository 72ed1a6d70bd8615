import { useForm } from "@conform-to/react";
import { useLayoutEffect } from "react";
import type { ChecksProps } from "./use-late-form";
import { noResult } from "./use-screen-form";

/**
 * Conform for a form that is already on the page: it checks the form by its schema, and passes on the messages. It
 * renders nothing, so that the form and what is typed in it stay as they are when this code arrives.
 */
export function FormChecks({ id, defaultValue, failure, validate, onErrors, check }: ChecksProps) {
  const [form] = useForm<Record<string, unknown>, unknown, string[]>({
    id,
    lastResult: failure?.result ?? noResult,
    defaultValue: defaultValue as never,
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => validate(formData),
  });
  const errors = form.allErrors;
  useLayoutEffect(() => onErrors(errors), [errors, onErrors]);
  const { onSubmit } = form;
  useLayoutEffect(() => {
    check.current = onSubmit;
  }, [check, onSubmit]);
  return null;
}
