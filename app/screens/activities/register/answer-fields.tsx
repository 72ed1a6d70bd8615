import type { SignupField } from "contract/activities/shapes";
import { shownBytes } from "~/format/bytes";
import { problem, typed } from "~/forms/field-parts";
import { Icon } from "~/ui/icon";
import { type Answers, fieldName, fileInput, fileNameField, fileRemoval } from "./answers";
import styles from "./register.module.css";

/** A field with what it is chosen from. */
export interface ShownField extends SignupField {
  items: { code: string; name: string; group?: string | undefined }[];
  /** The categories that it is asked of, by name; empty for everybody. */
  only: string;
  /** The places of those among the activity's categories: the sheet shows the field where one of them is chosen. */
  of?: string | undefined;
  /** The name of a file that was given before. */
  fileName: string;
}

interface AnswerFieldsProps {
  fields: ShownField[];
  errors: Record<string, string[] | null>;
  /** The values of a form that was refused. */
  before: Record<string, unknown> | undefined;
  /** Their first values otherwise. */
  answers: Answers;
}

/** More than these are a list to open. */
const radiosMost = 6;

/** The fields that an activity asks, each with its label, hint and message. */
export function AnswerFields({ fields, errors, before, answers }: AnswerFieldsProps) {
  return fields.map((field) => {
    const name = fieldName(field);
    const said = before && name in before ? before[name] : answers[field.key];
    const given = [said].flat().filter((one): one is string => typeof one === "string" && one !== "");
    return (
      <AnswerField
        key={field.key}
        field={field}
        given={given}
        errors={errors[name] ?? undefined}
        before={before}
      />
    );
  });
}

interface AnswerFieldProps {
  field: ShownField;
  given: string[];
  errors: string[] | undefined;
  before: Record<string, unknown> | undefined;
}

function AnswerField({ field, given, errors, before }: AnswerFieldProps) {
  const name = fieldName(field);
  const hint = [
    field.only ? `仅${field.only}填写` : "",
    field.hint,
    field.type === "text" && field.max > 0 ? `最多 ${field.max} 字` : "",
    field.type === "choice" && field.many ? "可以多选" : "",
    field.type === "file" ? `${field.endings.join("、")}，不超过 ${shownBytes(field.maxBytes)}` : "",
  ]
    .filter(Boolean)
    .join("；");
  const label = field.required ? field.label : `${field.label}（选填）`;
  const described =
    [errors ? `${name}-problem` : "", hint ? `${name}-hint` : ""].filter(Boolean).join(" ") || undefined;
  const state = { "aria-invalid": errors ? (true as const) : undefined, "aria-describedby": described };
  const foot = (
    <>
      {errors ? <p id={`${name}-problem`}>{problem(errors)}</p> : null}
      {hint ? (
        <p id={`${name}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </>
  );
  if (field.type === "choice" && (field.many || field.items.length <= radiosMost))
    return (
      <fieldset className={styles.choices} aria-describedby={described} data-of={field.of}>
        <legend>{label}</legend>
        {/* Sent where nothing is chosen, so that what is wrong finds its field. */}
        <input type="hidden" name={name} value="" />
        <div className={styles.options}>
          {field.items.map(({ code, name: option }, index) => (
            <label key={code}>
              <input
                type={field.many ? "checkbox" : "radio"}
                name={name}
                value={code}
                defaultChecked={given.includes(code)}
                data-wrong={errors && index === 0 ? "" : undefined}
              />
              {option}
            </label>
          ))}
        </div>
        {foot}
      </fieldset>
    );
  return (
    <div className={styles.field} data-of={field.of}>
      <label htmlFor={field.type === "file" ? fileInput(field.key) : name}>{label}</label>
      {field.type === "choice" ? (
        <select id={name} name={name} className="plain-input" defaultValue={given[0] ?? ""} {...state}>
          <option value="">请选择</option>
          <Options items={field.items} />
        </select>
      ) : field.type === "file" ? (
        <FileField
          field={field}
          id={given[0] ?? ""}
          fileName={typed(before?.[fileNameField(field.key)]) ?? field.fileName}
          state={state}
        />
      ) : field.long ? (
        <textarea
          id={name}
          name={name}
          className="plain-input"
          rows={4}
          defaultValue={given[0] ?? ""}
          {...state}
        />
      ) : (
        <input
          id={name}
          name={name}
          className="plain-input"
          defaultValue={given[0] ?? ""}
          autoComplete="off"
          {...state}
        />
      )}
      {foot}
    </div>
  );
}

/** The options of a list, under its headings. */
function Options({ items }: Pick<ShownField, "items">) {
  const groups = [...new Set(items.map(({ group = "" }) => group))];
  return groups.map((group) => {
    const options = items
      .filter((item) => (item.group ?? "") === group)
      .map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ));
    return group ? (
      <optgroup key={group} label={group}>
        {options}
      </optgroup>
    ) : (
      options
    );
  });
}

interface FileFieldProps {
  field: ShownField;
  id: string;
  fileName: string;
  state: object;
}

/** A file, and the one that was given before: another one takes its place. */
function FileField({ field, id, fileName, state }: FileFieldProps) {
  return (
    <>
      <input type="hidden" name={fieldName(field)} value={id} />
      <input type="hidden" name={fileNameField(field.key)} value={id ? fileName : ""} />
      {id ? (
        <p className={styles.stored}>
          <Icon name="paperclip" />
          <span>{fileName || "已上传的文件"}</span>
          <label>
            <input type="checkbox" name={fileRemoval(field.key)} value="1" />
            移除
          </label>
        </p>
      ) : null}
      <input
        type="file"
        id={fileInput(field.key)}
        name={fileInput(field.key)}
        accept={field.endings.join(",")}
        {...state}
      />
    </>
  );
}
