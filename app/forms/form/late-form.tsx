import { FormFrame, type ScreenFormOptions } from "./form-frame";
import type { LateFormState } from "./use-late-form";

/** A form of `useLateForm`. Its controls get their fields from there. */
export function LateForm({ of, children, ...props }: ScreenFormOptions & { of: LateFormState }) {
  const attributes = {
    id: of.id,
    noValidate: true,
    ...(of.errors ? { "aria-describedby": of.errorId } : {}),
  };
  return (
    <FormFrame
      {...props}
      of={of}
      attributes={attributes}
      errors={of.errors}
      errorId={of.errorId}
      check={of.check}
    >
      {children}
      {of.checking}
    </FormFrame>
  );
}
