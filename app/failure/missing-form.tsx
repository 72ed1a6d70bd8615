import { useFormAnswer } from "~/forms/form-answer";
import type { FormFailure } from "~/forms/result";
import { typedFields } from "~/forms/typed-fields";
import { MissingPart } from "./missing-part";
import { UnsavedText } from "./unsaved-text";

/** `MissingPart` where the missing part contains the page's form: after a post it gives back what was typed. */
export function MissingForm({ name }: { name: string }) {
  const answer = useFormAnswer() as Partial<FormFailure> | undefined;
  const fields = typedFields(Object.entries(answer?.result?.initialValue ?? {}));
  return (
    <>
      <MissingPart name={name} />
      <UnsavedText unsaved={{ intent: answer?.intent ?? "", fields, lostFiles: false }} />
    </>
  );
}
