import type { Submission, SubmissionResult } from "@conform-to/react";
import { useActionData } from "@remix-run/react";
import { type FormEvent, useRef, useState } from "react";
import type { TextAreaState } from "./field-parts";
import { failureOf } from "./result";

interface TextFormOptions {
  /** Of the form; its text area's is made of it, as Conform makes it. */
  id: string;
  intent: string;
  /** The name of the text area. */
  name: string;
  defaultValue?: string | undefined;
  loadValidate: () => Promise<{ validate: (form: FormData) => Submission<unknown, string[]> }>;
}

type Problems = SubmissionResult<string[]>["error"] | null;

const messagesOf = (problems: Problems, name: string) => problems?.[name] ?? undefined;

/**
 * A form of one text area, with what `useScreenForm` does: the server's answer to a failed post comes in by
 * itself; the schema is fetched when the form is first focused, checks what is sent and, from the first
 * message on, what is typed. Conform itself comes with the schema: a page that is read does not carry it.
 */
export function useTextForm({ id, intent, name, defaultValue, loadValidate }: TextFormOptions) {
  const failure = failureOf(useActionData(), intent);
  const validate = useRef<(form: FormData) => Submission<unknown, string[]>>();
  const loading = useRef(false);
  // What the browser found holds until the server answers again.
  const [found, setFound] = useState<{ since: typeof failure; problems: Problems }>();
  const problems = found && found.since === failure ? found.problems : failure?.result.error;
  const [initialValue] = useState(() => failure?.result.initialValue?.[name] ?? defaultValue);

  const check = (form: FormData): boolean => {
    const submission = validate.current?.(form);
    if (!submission) return true;
    const problems = submission.status === "success" ? null : submission.reply().error;
    setFound({ since: failure, problems });
    return problems == null;
  };
  const field: TextAreaState = {
    id: `${id}-${name}`,
    name,
    formId: id,
    errorId: `${id}-${name}-error`,
    errors: messagesOf(problems, name),
    initialValue,
  };
  const errors = messagesOf(problems, "");
  const errorId = `${id}-error`;
  return {
    form: {
      id,
      noValidate: true,
      "aria-describedby": errors ? errorId : undefined,
      onFocus() {
        if (loading.current) return;
        loading.current = true;
        loadValidate().then(
          (module) => {
            validate.current = module.validate;
          },
          // Without it the server still checks everything.
          () => undefined,
        );
      },
      onInput(event: FormEvent<HTMLFormElement>) {
        if (problems) check(new FormData(event.currentTarget));
      },
      onSubmit(event: FormEvent<HTMLFormElement>) {
        const { submitter } = event.nativeEvent as SubmitEvent;
        const form = new FormData(event.currentTarget, submitter);
        // A preview, for one, is a button of the same form that asks less of it.
        if (form.get("intent") !== intent || check(form)) return;
        event.preventDefault();
        event.currentTarget.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
      },
    },
    field,
    errors,
    errorId,
    failure,
  };
}
