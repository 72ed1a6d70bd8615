import { contentFileEndings, contentFileKinds } from "contract/content/constants";
import { attachmentBytesMax } from "contract/files/constants";
import { shownBytes } from "~/format/bytes";
import { FileField } from "~/forms/inputs/file-field";
import { SelectField } from "~/forms/inputs/select-field";
import { documentOf, uploadField } from "./body/documents";
import styles from "./editing.module.css";

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
          hint={`${contentFileKinds}，不超过 ${attachmentBytesMax / 1024 / 1024} MB${hint ? `；${hint}` : ""}`}
          accept={contentFileEndings.join(",")}
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
