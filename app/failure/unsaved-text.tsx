import { FormToken } from "~/forms/field-parts";
import { keepIntent } from "~/forms/outcomes/question";
import { useShell } from "~/navigation/use-shell";
import type { Unsaved } from "./failure";

const labels: Record<string, string> = { title: "标题", content: "内容" };

/** The fields that a person wrote: identifiers and choices are ASCII without spaces. */
const isWritten = ([name, value]: [string, string]) =>
  value.trim() !== "" && (Object.hasOwn(labels, name) || /[^\x21-\x7e]/.test(value.trim()));

/**
 * On an error page: the posted form, so that nothing typed is lost. Its texts can be copied. Its button asks for the
 * form again with all its fields, and does nothing else: the person decides there whether to send it.
 */
export function UnsavedText({ unsaved }: { unsaved: Unsaved | undefined }) {
  const { here } = useShell();
  const fields = unsaved?.fields ?? [];
  if (!unsaved || fields.every(([, value]) => value.trim() === "")) return null;
  const texts = fields.filter(isWritten);
  return (
    <section
      className="surface"
      style={{ display: "grid", gap: 12, maxWidth: 720, margin: "0 auto", padding: 24 }}
      aria-label="还没有提交的内容"
    >
      <p>
        你刚才填写的内容还没有提交。
        {unsaved.lostFiles ? "选好的文件要重新选一次。" : ""}
      </p>
      {texts.map(([name, value], index) => (
        <textarea
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields of this page never change
          key={index}
          className="plain-input"
          aria-label={labels[name] ?? `填写的内容 ${index + 1}`}
          readOnly
          rows={Math.min(10, value.split("\n").length + Math.floor(value.length / 60))}
          defaultValue={value}
          style={{ width: "100%", paddingBlock: 6 }}
        />
      ))}
      {unsaved.intent ? (
        <form method="post" action={here}>
          <FormToken />
          {fields.map(([name, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the fields of this page never change
            <input key={index} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" className="button" name="intent" value={`${keepIntent}:${unsaved.intent}`}>
            带着这些内容回到表单
          </button>
        </form>
      ) : null}
    </section>
  );
}
