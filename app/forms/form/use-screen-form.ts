import { type FormMetadata, type Submission, type SubmissionResult, useForm } from "@conform-to/react";
import { useRef, useState } from "react";
import { useFormAnswer } from "../form-answer";
import { type FormFailure, failureOf, isOneOf } from "../result";
import type { FrameState } from "./form-frame";

/** Checks a form by its schema in the browser. */
export type Validate<Shape> = (form: FormData) => Submission<Shape, string[]>;

/** A screen's form, for `ScreenForm`. */
export interface FormOfScreen extends FrameState {
  form: FormMetadata<Record<string, unknown>, string[]>;
}

interface Options<Shape> {
  /** The form's id; the ids of its fields begin with it. */
  id: string;
  /** The intents of its buttons: one or several. */
  intent: string | readonly string[];
  defaultValue?: { [Name in keyof Shape]?: unknown } | undefined;
  /** Loads the schema. Without it only the server checks the form. */
  loadValidate?: () => Promise<{ validate: Validate<Shape> }>;
  /** The server's answer, when the form posts to another address than its page. */
  answer?: unknown;
  /** The failure, when the page has several forms with the same intents and knows which one failed. */
  failure?: FormFailure | undefined;
}

/** Clears the messages of an earlier refusal when another form was posted; typed values stay. */
export const noResult: SubmissionResult<string[]> = {};

function failureFor<Shape>(options: Options<Shape>, posted: unknown): FormFailure | undefined {
  if ("failure" in options) return options.failure;
  const answer = options.answer ?? posted;
  return [options.intent]
    .flat()
    .map((intent) => failureOf(answer, intent))
    .find((each) => each !== undefined);
}

/**
 * The hook for every form of a screen. It reads the server's answer to a failed post. The schema loads when the form
 * first gets the focus, so that readers do not load the validator; then it checks during typing.
 */
export function useScreenForm<Shape extends Record<string, unknown> = Record<string, unknown>>(
  options: Options<Shape>,
) {
  const posted = useFormAnswer();
  const failure = failureFor(options, posted);
  const [validate, setValidate] = useState<{ run: Validate<Shape> }>();
  const loading = useRef(false);
  const own = [options.intent].flat();
  // Other buttons, such as a preview's, need fewer fields: the server checks those.
  const checks = (pressed: string | undefined) => pressed === undefined || isOneOf(pressed, own);
  const [form, fields] = useForm<Shape, Shape, string[]>({
    id: options.id,
    lastResult: failure?.result ?? noResult,
    defaultValue: options.defaultValue as never,
    // Not on blur: a message that appears between pressing and releasing a button moves the button away.
    shouldValidate: "onSubmit",
    // Without the schema Conform would post the form to the server for each check.
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
      // When the schema fails to load, the server still checks everything; the next focus tries again.
      () => {
        loading.current = false;
      },
    );
  };
  return { form: form as unknown as FormOfScreen["form"], fields, failure, onFocus, checks };
}
