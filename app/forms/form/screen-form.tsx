import { FormProvider, getFormProps } from "@conform-to/react";
import { forwardRef } from "react";
import { FormFrame, type ScreenFormOptions } from "./form-frame";
import type { FormOfScreen } from "./use-screen-form";

interface ScreenFormProps extends ScreenFormOptions {
  /** The result of `useScreenForm`. */
  of: FormOfScreen;
}

/**
 * A form with fields. It renders the token, the submission id and the messages about the whole form; fields inside
 * find their values and messages by name.
 */
export const ScreenForm = forwardRef<HTMLFormElement, ScreenFormProps>(function ScreenForm(
  { of: { form, ...state }, ...props },
  ref,
) {
  const { onSubmit: check, ...attributes } = getFormProps(form);
  return (
    <FormProvider context={form.context}>
      <FormFrame
        ref={ref}
        {...props}
        of={state}
        attributes={attributes}
        errors={form.errors}
        errorId={form.errorId}
        check={check}
      />
    </FormProvider>
  );
});
