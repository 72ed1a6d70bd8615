import { FormProblems, typed } from "~/forms/field-parts";
import type { FormFailure } from "~/forms/result";
import own from "./inbox.module.css";

const names = { answer: "答复", day: "答复期限", reason: "改期的理由", text: "备注" };

/** What somebody typed about a letter that is not on the page any more: why it was not done, and the text to copy. */
export function LostForm({ failure }: { failure: FormFailure }) {
  const { error, initialValue } = failure.result;
  const lost = Object.entries(names).flatMap(([name, label]) => {
    const text = typed(initialValue?.[name]) ?? "";
    return text === "" ? [] : [{ name, label, text }];
  });
  return (
    <section className={own.lost} aria-label="没有提交的内容">
      <FormProblems id="lost-problems" errors={Object.values(error ?? {}).flatMap((each) => each ?? [])} />
      {lost.map(({ name, label, text }) => (
        <label key={name}>
          没有提交的{label}
          <textarea readOnly rows={Math.min(8, text.split("\n").length + 1)} defaultValue={text} />
        </label>
      ))}
    </section>
  );
}
