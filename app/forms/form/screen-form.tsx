import { FormProvider, getFormProps } from "@conform-to/react";
import { type FormProps, Form as RemixForm } from "@remix-run/react";
import { type ElementType, type FormEvent, forwardRef } from "react";
import { FormProblems, FormToken, typed } from "../field-parts";
import type { FormOfScreen } from "./use-screen-form";

interface ScreenFormProps extends Omit<FormProps, "id" | "onFocus" | "noValidate"> {
  /** What `useScreenForm` gave. */
  of: FormOfScreen;
  /** Says which form this is, so that it is accepted once; the one that was posted before goes first. */
  submissionId?: string | undefined;
  /** Fields without a control: their messages stand at the form's head. */
  hiddenFields?: readonly string[];
  /** What is wrong with the whole of it is said elsewhere on the page. */
  problemsElsewhere?: boolean;
  /** Said at its head, where the form itself has nothing to say. */
  problems?: string[] | undefined;
  /** A fetcher's form, where it does not post to the page that it stands on. */
  component?: ElementType;
}

/**
 * A form with fields: token, submission id and what is wrong with the whole of it stand in it already, and the
 * fields inside find their values and messages by their names.
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
  const ofHidden = hiddenFields.flatMap((name) => failure?.result.error?.[name] ?? []);
  const said = [...(form.errors ?? []), ...ofHidden];
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
          <FormProblems id={form.errorId} errors={said.length > 0 ? said : problems} />
        )}
        {children}
      </Form>
    </FormProvider>
  );
});
