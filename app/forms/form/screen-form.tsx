import { FormProvider, getFormProps } from "@conform-to/react";
import { type FormProps, Form as RemixForm } from "@remix-run/react";
import { type ElementType, type FormEvent, forwardRef } from "react";
import { FormProblems, FormToken, typed } from "../field-parts";
import type { FormOfScreen } from "./use-screen-form";

interface ScreenFormProps extends Omit<FormProps, "id" | "onFocus" | "noValidate"> {
  /** The result of `useScreenForm`. */
  of: FormOfScreen;
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

/**
 * A form with fields. It renders the token, the submission id and the messages about the whole form; fields inside
 * find their values and messages by name.
 */
export const ScreenForm = forwardRef<HTMLFormElement, ScreenFormProps>(function ScreenForm(
  {
    of: { form, failure, onFocus, checks },
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
  const { onSubmit: check, ...own } = getFormProps(form);
  const messagesOfHidden = hiddenFields.flatMap((name) => failure?.result.error?.[name] ?? []);
  const messages = [...(form.errors ?? []), ...messagesOfHidden];
  return (
    <FormProvider context={form.context}>
      <Form
        ref={ref}
        method="post"
        {...props}
        {...own}
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
          <FormProblems id={form.errorId} errors={messages.length > 0 ? messages : problems} />
        )}
        {children}
      </Form>
    </FormProvider>
  );
});
