import { useField, useFormMetadata } from "@conform-to/react";
import { filesPrefix } from "contract/base/wire";
import { type ContentColumn, type ContentField, columnsOf, rowField } from "contract/content/kinds/field";
import { imageEndings } from "contract/files/constants";
import { problem, typed } from "~/forms/field-parts";
import { TextArea } from "~/forms/form/text-area";
import { CheckboxField } from "~/forms/inputs/checkbox-field";
import { FileField } from "~/forms/inputs/file-field";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import { rowCount } from "./body/list-rows";
import { DocumentField } from "./document-field";
import styles from "./editing.module.css";

interface Props {
  name: string;
  field: ContentField;
  /** The names of products, by their ids. */
  products: Map<string, string>;
  /** The page's address: the form comes back at this list. */
  here: string;
}

/** A list inside the form. Its buttons post the form, which comes back with what was typed. */
export function RowsField({ name, field, products, here }: Props) {
  const { label, hint, max = 0, row = label } = field;
  const [own] = useField<string>(name);
  const count = rowCount(own.initialValue);
  const back = `${here}#${name}`;
  const isPictures = columnsOf(field).some(([, { input }]) => input === "picture");
  const add = (
    <p>
      <button
        type="submit"
        className="button"
        name="intent"
        value={`add:${name}`}
        formAction={back}
        formNoValidate
      >
        加一行{row}
      </button>
    </p>
  );
  return (
    <fieldset className={styles.list} id={name}>
      <legend>{label}</legend>
      <input type="hidden" name={name} value={String(count)} />
      {hint ? <p className={styles.none}>{hint}</p> : null}
      {own.errors ? <p className={styles.wrong}>{problem(own.errors)}</p> : null}
      {field.addsFirst && count < max ? add : null}
      {Array.from({ length: count }, (_, index) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          key={index}
          name={name}
          field={field}
          index={index}
          isLast={index === count - 1}
          products={products}
          back={back}
        />
      ))}
      {count >= max ? null : isPictures ? (
        <div className={styles.find}>
          <FileField
            name={`${name}_file`}
            label={`上传${row}`}
            hint="PNG、JPEG、GIF 或 WebP，不超过 20 MB"
            accept={imageEndings.join(",")}
          />
          <button
            type="submit"
            className="button"
            name="intent"
            value={`picture:${name}`}
            formEncType="multipart/form-data"
            formAction={back}
            formNoValidate
          >
            上传并加入
            <span className="visually-hidden">：{label}</span>
          </button>
        </div>
      ) : field.addsFirst ? null : (
        add
      )}
    </fieldset>
  );
}

interface RowProps {
  name: string;
  field: ContentField;
  index: number;
  isLast: boolean;
  products: Props["products"];
  back: string;
}

/** One row. In a list that folds its rows it is open while it is new, and where something is wrong with it. */
function Row({ name, field, index, isLast, products, back }: RowProps) {
  const form = useFormMetadata();
  const { row = field.label, foldedBy = [] } = field;
  const title = `${row} ${index + 1}`;
  const controls = (
    <fieldset className={styles.row}>
      <legend className={foldedBy.length > 0 ? "visually-hidden" : undefined}>{title}</legend>
      {columnsOf(field).map(([column, about]) => (
        <Cell
          key={column}
          name={rowField(name, index, column)}
          column={about}
          products={products}
          back={back}
        />
      ))}
      <p className={styles.moves}>
        {index > 0 ? <Move to={`up:${name}:${index}`} back={back} label="上移" of={title} /> : null}
        {isLast ? null : <Move to={`down:${name}:${index}`} back={back} label="下移" of={title} />}
        <Move to={`remove:${name}:${index}`} back={back} label="移除" of={title} />
      </p>
    </fieldset>
  );
  if (foldedBy.length === 0) return controls;
  const initial = form.initialValue as Record<string, unknown> | undefined;
  const said = foldedBy.map((column) => typed(initial?.[rowField(name, index, column)]) ?? "");
  const isWrong = Object.keys(form.allErrors).some((key) => key.startsWith(`${rowField(name, index)}_`));
  return (
    <details className={styles.folded} open={isWrong || said.includes("")}>
      <summary>{said.filter(Boolean).join(" · ") || `新的${row}`}</summary>
      {controls}
    </details>
  );
}

function Move({ to, back, label, of }: { to: string; back: string; label: string; of: string }) {
  return (
    <button type="submit" className="link-button" name="intent" value={to} formAction={back} formNoValidate>
      {label}
      <span className="visually-hidden">：{of}</span>
    </button>
  );
}

interface CellProps {
  name: string;
  column: ContentColumn;
  products: Props["products"];
  /** The address at which the form comes back. */
  back: string;
}

function Cell({ name, column: { label, input, hint, max, names = {} }, products, back }: CellProps) {
  const [field] = useField<string>(name);
  const value = typed(field.initialValue) ?? "";
  const named = { name, label, hint };
  switch (input) {
    case "choice":
      return (
        <SelectField {...named}>
          <option value="">请选择</option>
          <Options of={names} />
        </SelectField>
      );
    case "flag":
      return <CheckboxField {...named} />;
    case "list":
    case "links":
      return <TextArea {...named} rows={2} maxLength={4_000} />;
    case "lines":
      return (
        <div className={styles.whole}>
          <TextArea {...named} rows={4} {...(max === undefined ? {} : { maxLength: max })} />
        </div>
      );
    case "ids": {
      const known = value.split(" ").flatMap((id) => products.get(id) ?? []);
      return (
        <TextArea {...named} hint={known.length > 0 ? known.join("、") : hint} rows={2} maxLength={4_000} />
      );
    }
    case "day":
      return <TextField {...named} type="date" />;
    case "number":
      return (
        <TextField {...named} hint={products.get(value) ?? hint} inputMode="numeric" maxLength={max ?? 10} />
      );
    case "picture":
      return (
        <div className={styles.picture}>
          <input type="hidden" name={name} value={value} />
          {value ? <img src={filesPrefix + value} alt="" width="120" height="90" loading="lazy" /> : null}
          {field.errors ? <p className={styles.wrong}>{problem(field.errors)}</p> : null}
        </div>
      );
    case "file":
    case "document":
      return <DocumentField {...named} value={value} back={back} />;
    default:
      return <TextField {...named} {...(max === undefined ? {} : { maxLength: max })} />;
  }
}
