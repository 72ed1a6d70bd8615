import { FormProblems } from "~/forms/field-parts";
import type { FormFailure } from "~/forms/result";
import own from "./inbox.module.css";

/** What somebody typed about a letter that is not on the page any more: why it was not done, and the text to copy. */
export function LostForm({ failure }: { failure: FormFailure }) {
  const { error, initialValue } = failure.result;
  const typed = ["answer", "text", "reason"].flatMap((name) => {
    const value = initialValue?.[name];
    return typeof value === "string" && value !== "" ? [value] : [];
  });
  return (
    <div className={own.work}>
      <FormProblems id="lost-problems" errors={Object.values(error ?? {}).flatMap((each) => each ?? [])} />
      {typed.map((text) => (
        <label key={text}>
          没有提交的内容
          <textarea readOnly rows={4} defaultValue={text} />
        </label>
      ))}
    </div>
  );
}
