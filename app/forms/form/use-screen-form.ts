import { type FormMetadata, type Submission, type SubmissionResult, useForm } from "@conform-to/react";
import { useRef, useState } from "react";
import { useFormAnswer } from "../form-answer";
import { type FormFailure, failureOf, isOneOf } from "../result";

/** Checks a form by its schema in the browser. */
export type Validate<Shape> = (form: FormData) => Submission<Shape, string[]>;

/** What `ScreenForm` is given: one form of a screen. */
export interface FormOfScreen {
  form: FormMetadata<Record<string, unknown>, string[]>;
  /** What the server refused, with what was typed. */
  failure: FormFailure | undefined;
  onFocus(): void;
  /** Whether a button that sends this intent has the form checked first. */
  checks(pressed: string | undefined): boolean;
}

interface Options<Shape> {
  /** Of the form; the ids of its fields begin with it. */
  id: string;
  /** What its buttons send: one intent, or several. */
  intent: string | readonly string[];
  defaultValue?: { [Name in keyof Shape]?: unknown } | undefined;
  /** Fetches the schema. Without it the server alone checks the form. */
  loadValidate?: () => Promise<{ validate: Validate<Shape> }>;
  /** What the server answered, where the form does not post to the page that it stands on. */
  answer?: unknown;
  /** The failure, where the page has several forms with these intents and knows whose it is. */
  failure?: FormFailure | undefined;
}

/** Something else that the server refused is gone: so are its messages, and what is typed stays. */
const noResult: SubmissionResult<string[]> = {};

function failureFor<Shape>(options: Options<Shape>, posted: unknown): FormFailure | undefined {
  if ("failure" in options) return options.failure;
  const answer = options.answer ?? posted;
  return [options.intent]
    .flat()
    .map((intent) => failureOf(answer, intent))
    .find((each) => each !== undefined);
}

/**
 * The one way a screen uses a form. The server's answer to a failed post comes in by itself; the schema is
 * fetched when the form is first focused, so that reading a page does not cost the validator, and checks
 * while typing from then on.
 */
export function useScreenForm<Shape extends Record<string, unknown> = Record<string, unknown>>(
  options: Options<Shape>,
) {
  const posted = useFormAnswer();
  const failure = failureFor(options, posted);
  const [validate, setValidate] = useState<{ run: Validate<Shape> }>();
  const loading = useRef(false);
  const own = [options.intent].flat();
  // A preview, for one, is a button of the same form that asks less of it: the server says what is wrong with that.
  const checks = (pressed: string | undefined) => pressed === undefined || isOneOf(pressed, own);
  const [form, fields] = useForm<Shape, Shape, string[]>({
    id: options.id,
    lastResult: failure?.result ?? noResult,
    defaultValue: options.defaultValue as never,
    // Not on blur: a message that comes between pressing a button and letting go of it moves the button away.
    shouldValidate: "onSubmit",
    // Without the schema, Conform would ask the server by posting the form.
    shouldRevalidate: validate ? "onInput" : "onSubmit",
    ...(validate
      ? {
          onValidate: ({ formData }: { formData: FormData }) => validate.run(formData),
        }
      : {}),
  });
  const onFocus = () => {
    if (loading.current || !options.loadValidate) return;
    loading.current = true;
    options.loadValidate().then(
      (module) => setValidate({ run: module.validate }),
      // Without it the server still checks everything.
      () => undefined,
    );
  };
  return { form: form as unknown as FormOfScreen["form"], fields, failure, onFocus, checks };
}
