import { type FormProps, Form as RemixForm } from "@remix-run/react";
import { type ElementType, type FormEvent, forwardRef } from "react";
import { FormProblems, FormToken, typed } from "../field-parts";
import type { FormFailure } from "../result";

/** What a screen may say of its form. */
export interface ScreenFormOptions extends Omit<FormProps, "id" | "onFocus" | "noValidate"> {
  /** The form's submission id, by which it is accepted only once. After a failed post the posted id is used instead. */
  submissionId?: string | undefined;
  /** Fields without a control: their messages are shown at the form's head. */
  hiddenFields?: readonly string[];
  /** The messages about the whole form are shown elsewhere on the page. */
  problemsElsewhere?: boolean;
  /** Messages at the form's head, shown when the form has none of its own. */
  problems?: string[] | undefined;
  /** The form component of a fetcher, for a form that posts to another address than its page. */
  component?: ElementType;
}

/** What a form's hook says of it. */
export interface FrameState {
  /** The server's refusal, with the typed values. */
  failure: FormFailure | undefined;
  onFocus(): void;
  /** Whether a button with this intent runs the form's checks first. */
  checks(pressed: string | undefined): boolean;
}

interface FormFrameProps extends ScreenFormOptions {
  of: FrameState;
  /** Attributes of the form element. */
  attributes: Pick<FormProps, "id" | "noValidate" | "aria-describedby">;
  /** The messages about the whole form. */
  errors: string[] | undefined;
  errorId: string;
  /** Checks the form; it prevents the event's default when a field is wrong. */
  check(event: FormEvent<HTMLFormElement>): void;
}

/** The element of a form with fields, with the token, the submission id and the messages about the whole form. */
export const FormFrame = forwardRef<HTMLFormElement, FormFrameProps>(function FormFrame(
  {
    of: { failure, onFocus, checks },
    attributes,
    errors,
    errorId,
    check,
    submissionId,
    hiddenFields = [],
    problems,
    problemsElsewhere = false,
    component: Form = RemixForm,
    children,
    onSubmit,
    ...props
  },
  ref,
) {
  const messagesOfHidden = hiddenFields.flatMap((name) => failure?.result.error?.[name] ?? []);
  const messages = [...(errors ?? []), ...messagesOfHidden];
  return (
    <Form
      ref={ref}
      method="post"
      {...props}
      {...attributes}
      onFocus={onFocus}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        onSubmit?.(event);
        const { submitter } = event.nativeEvent as SubmitEvent;
        const pressed = new FormData(event.currentTarget, submitter).get("intent");
        if (!event.defaultPrevented && checks(pressed === null ? undefined : String(pressed))) check(event);
      }}
    >
      {props.method === "get" ? null : <FormToken />}
      {submissionId === undefined ? null : (
        <input
          type="hidden"
          name="submissionId"
          value={typed(failure?.result.initialValue?.submissionId) || submissionId}
        />
      )}
      {problemsElsewhere ? null : (
        <FormProblems id={errorId} errors={messages.length > 0 ? messages : problems} />
      )}
      {children}
    </Form>
  );
});
