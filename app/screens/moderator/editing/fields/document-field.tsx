import { contentFileEndings, contentFileKinds } from "contract/content/constants";
import { attachmentBytesMax } from "contract/files/constants";
import { useState } from "react";
import { shownBytes } from "~/format/bytes";
import { FileField } from "~/forms/inputs/file-field";
import { SelectField } from "~/forms/inputs/select-field";
import { documentOf, uploadField } from "../body/documents";
import styles from "../editing.module.css";

const mebibytes = attachmentBytesMax / 1024 / 1024;

/**
 * Takes a choice back that would make the form too large: such a form is refused unread, with all that was typed. The
 * files of one form are together no larger than one may be, which leaves the texts their room.
 * @returns what is wrong with the choice
 */
function withoutTooLarge(control: HTMLInputElement): string[] | undefined {
  const chosen = [...(control.form?.elements ?? [])].flatMap((element) =>
    element instanceof HTMLInputElement ? [...(element.files ?? [])] : [],
  );
  if (chosen.reduce((sum, { size }) => sum + size, 0) <= attachmentBytesMax) return undefined;
  const own = control.files?.[0]?.size ?? 0;
  control.value = "";
  return [
    own > attachmentBytesMax
      ? `文件不能超过 ${mebibytes} MB，没有选上`
      : `一次选的文件合计不能超过 ${mebibytes} MB，这个没有选上：请先上传前面选的`,
  ];
}

/** A document: the present one is kept or removed, another one is uploaded in its place. */
export function DocumentField({
  name,
  label,
  hint,
  value,
  back,
}: {
  name: string;
  label: string;
  hint?: string | undefined;
  /** What the control has; empty without a document. */
  value: string;
  /** The address at which the form comes back after an upload. */
  back: string;
}) {
  const [problems, setProblems] = useState<string[]>();
  const { fileName, originalName, bytes } = documentOf(value);
  const size = bytes > 0 ? `（${shownBytes(bytes)}）` : "";
  return (
    <div className={styles.document}>
      {value ? (
        <SelectField name={name} label={label}>
          <option value={value}>
            保留 {originalName || fileName}
            {size}
          </option>
          <option value="">去掉这个文件</option>
        </SelectField>
      ) : (
        <input type="hidden" name={name} value="" />
      )}
      <div className={styles.find}>
        <FileField
          name={uploadField(name)}
          // Without a choice above, its messages have no other place.
          {...(value ? {} : { alsoOf: name })}
          label={value ? "换一个文件" : `上传${label}`}
          hint={`${contentFileKinds}，一次选的文件合计不超过 ${mebibytes} MB，再多的先点“上传”${hint ? `；${hint}` : ""}`}
          accept={contentFileEndings.join(",")}
          problems={problems}
          onChange={({ currentTarget }) => setProblems(withoutTooLarge(currentTarget))}
        />
        <button
          type="submit"
          className="button"
          name="intent"
          value={`attach:${name}`}
          formAction={back}
          formNoValidate
        >
          上传
          <span className="visually-hidden">：{label}</span>
        </button>
      </div>
    </div>
  );
}
