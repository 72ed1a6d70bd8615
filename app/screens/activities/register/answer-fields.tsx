import { useField } from "@conform-to/react";
import type { SignupField } from "contract/activities/shapes";
import { shownBytes } from "~/format/bytes";
import { TextArea } from "~/forms/form/text-area";
import { CheckboxField } from "~/forms/inputs/checkbox-field";
import { Checkboxes, RadioGroup } from "~/forms/inputs/choices-field";
import { FileField } from "~/forms/inputs/file-field";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import { Icon } from "~/ui/icon";
import { fieldName, fileInput, fileNameField, fileRemoval } from "./answers";
import styles from "./register.module.css";

/** A field of the sign-up with its options. */
export interface ShownField extends SignupField {
  items: { code: string; name: string; group?: string | undefined }[];
  /** The names of the categories that have this field; empty when all have it. */
  only: string;
  /** The positions of those categories in the activity; the style sheet shows the field only for them. */
  of?: string | undefined;
  /** The name of a file that was uploaded before. */
  fileName: string;
}

/** With more options than this the field is a select. */
const radiosMax = 6;

/** The fields of an activity's sign-up, each with its label, hint and message. */
export function AnswerFields({ fields }: { fields: ShownField[] }) {
  return fields.map((field) => (
    <div key={field.key} data-of={field.of}>
      <AnswerField field={field} />
    </div>
  ));
}

function AnswerField({ field }: { field: ShownField }) {
  const name = fieldName(field);
  const hint =
    [
      field.only ? `仅${field.only}填写` : "",
      field.hint,
      field.type === "text" && field.max > 0 ? `最多 ${field.max} 字` : "",
      field.type === "choice" && field.many ? "可以多选" : "",
      field.type === "file" ? `${field.endings.join("、")}，不超过 ${shownBytes(field.maxBytes)}` : "",
    ]
      .filter(Boolean)
      .join("；") || undefined;
  const label = field.required ? field.label : `${field.label}（选填）`;
  const own = { id: name, name, label, hint };
  if (field.type === "file") return <StoredFile field={field} label={label} hint={hint} />;
  if (field.type !== "choice")
    return field.long ? <TextArea {...own} rows={4} /> : <TextField {...own} autoComplete="off" />;
  if (!field.many && field.items.length > radiosMax)
    return (
      <SelectField {...own}>
        <option value="">请选择</option>
        <GroupedOptions items={field.items} />
      </SelectField>
    );
  const Group = field.many ? Checkboxes : RadioGroup;
  return (
    <>
      {/* Sent when nothing is chosen, so that a message finds its field. */}
      <input type="hidden" name={name} value="" />
      <Group {...own} options={field.items.map(({ code, name: option }) => [code, option] as const)} />
    </>
  );
}

/** The options of a select, under their group headings. */
function GroupedOptions({ items }: Pick<ShownField, "items">) {
  const groups = [...new Set(items.map(({ group = "" }) => group))];
  return groups.map((group) => {
    const of = items
      .filter((item) => (item.group ?? "") === group)
      .map(({ code, name }) => [code, name] as const);
    return group ? (
      <optgroup key={group} label={group}>
        <Options of={of} />
      </optgroup>
    ) : (
      <Options key={group} of={of} />
    );
  });
}

/** A file field. A new file replaces the one that was uploaded before. */
function StoredFile({ field, label, hint }: { field: ShownField; label: string; hint: string | undefined }) {
  const [{ initialValue: id = "" }] = useField<string>(fieldName(field));
  const [{ initialValue: sentName }] = useField<string>(fileNameField(field.key));
  const fileName = sentName ?? field.fileName;
  const own = fileInput(field.key);
  return (
    <>
      <input type="hidden" name={fieldName(field)} value={id} />
      <input type="hidden" name={fileNameField(field.key)} value={id ? fileName : ""} />
      <FileField
        id={own}
        name={own}
        alsoOf={fieldName(field)}
        label={label}
        hint={hint}
        accept={field.endings.join(",")}
        wrap={(control) => (
          <>
            {id ? (
              <div className={styles.stored}>
                <Icon name="paperclip" />
                <span>{fileName || "已上传的文件"}</span>
                <CheckboxField name={fileRemoval(field.key)} value="1" label="移除" />
              </div>
            ) : null}
            {control}
          </>
        )}
      />
    </>
  );
}
