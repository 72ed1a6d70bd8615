import { lazy, Suspense } from "react";
import { useFormAnswer } from "~/forms/form-answer";
import type { FormFailure } from "~/forms/result";
import { typedFields } from "~/forms/typed-fields";
import { chunk } from "~/navigation/chunk";
import { MissingPart } from "./missing-part";

/** Few pages lack their form, and this would weigh on all others. */
const UnsavedText = lazy(
  chunk(() => import("./unsaved-text").then(({ UnsavedText }) => ({ default: UnsavedText }))),
);

/** `MissingPart` where the missing part contains the page's form: after a post it gives back what was typed. */
export function MissingForm({ name }: { name: string }) {
  const answer = useFormAnswer() as Partial<FormFailure> | undefined;
  const fields = typedFields(Object.entries(answer?.result?.initialValue ?? {}));
  return (
    <>
      <MissingPart name={name} />
      <Suspense>
        <UnsavedText unsaved={{ intent: answer?.intent ?? "", fields, lostFiles: false }} />
      </Suspense>
    </>
  );
}
