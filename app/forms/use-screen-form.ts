import { parse, type Submission, useForm } from "@conform-to/react";
import { useActionData } from "@remix-run/react";
import { useRef, useState } from "react";
import { failureOf } from "./result";

/** Checks a form by its schema in the browser. */
export type Validate<Shape> = (form: FormData) => Submission<Shape, string[]>;

/** What another button of the form sends: the server says what is wrong with it. */
const accept = <Shape>(form: FormData) =>
  parse<Shape, string[]>(form, { resolve: (value) => ({ value: value as Shape }) });

/**
 * The one way a screen uses a form. The server's answer to a failed post comes in by itself; the schema is
 * fetched when the form is first focused, so that reading a page does not cost the validator, and checks
 * while typing from then on.
 */
export function useScreenForm<Shape extends Record<string, unknown>>(options: {
  id: string;
  intent: string;
  defaultValue?: { [Name in keyof Shape]?: unknown };
  loadValidate: () => Promise<{ validate: Validate<Shape> }>;
  /** What the server answered, where the form does not post to the page that it stands on. */
  answer?: unknown;
}) {
  const posted = useActionData();
  const failure = failureOf(options.answer ?? posted, options.intent);
  const [validate, setValidate] = useState<{ run: Validate<Shape> }>();
  const loading = useRef(false);
  // A preview, for one, is a button of the same form that asks less of it.
  const isForAnother = (form: FormData) => form.has("intent") && form.get("intent") !== options.intent;
  const [form, fields] = useForm<Shape, Shape, string[]>({
    id: options.id,
    lastResult: failure?.result,
    defaultValue: options.defaultValue as never,
    // Not on blur: a message that comes between pressing a button and letting go of it moves the button away.
    shouldValidate: "onSubmit",
    // Without the schema, Conform would ask the server by posting the form.
    shouldRevalidate: validate ? "onInput" : "onSubmit",
    ...(validate
      ? {
          onValidate: ({ formData }: { formData: FormData }) =>
            isForAnother(formData) ? accept<Shape>(formData) : validate.run(formData),
        }
      : {}),
  });
  const onFocus = () => {
    if (loading.current) return;
    loading.current = true;
    options.loadValidate().then(
      (module) => setValidate({ run: module.validate }),
      // Without it the server still checks everything.
      () => undefined,
    );
  };
  return { form, fields, failure, onFocus };
}
