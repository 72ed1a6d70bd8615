import { useField, useFormMetadata } from "@conform-to/react";
import { type ContentList, columnsOf, rowField } from "contract/content/kinds/field";
import { imageEndings } from "contract/files/constants";
import { problem, typed } from "~/forms/field-parts";
import { FileField } from "~/forms/inputs/file-field";
import { Fold } from "~/moderation/fold";
import { openField, rowCount } from "../body/list-rows";
import { listsBeside, rowsAtOnce } from "../body/row-moves";
import styles from "../editing.module.css";
import { type Known, RowCell } from "./row-cell";

interface Props {
  name: string;
  field: ContentList;
  known: Known;
  /** The page's address: the form comes back at this list. */
  here: string;
  /** The row in which the list stands. */
  of?: string;
}

/** A list that can have so many rows is mostly filled with several at once, such as the parameters of a class. */
const manyRows = 20;

/** A list inside the form, or inside a row of another list. Its buttons post the form, which comes back with what was typed. */
export function RowsField({ name, field, known, here, of = "" }: Props) {
  const { label, hint, max = 0, row = label } = field;
  const [own] = useField<string>(name);
  const count = rowCount(own.initialValue);
  const back = `${here}#${name}`;
  // In a long list the new row would be out of sight.
  const toNewRow = `${here}#${rowField(name, field.addsFirst ? 0 : count)}`;
  const isPictures = columnsOf(field).some(([, { input }]) => input === "picture");
  const adding = (move: "add" | "addSeveral", words: string) => (
    <button
      type="submit"
      className="button"
      name="intent"
      value={`${move}:${name}`}
      formAction={toNewRow}
      formNoValidate
    >
      {words}
      {of ? <span className="visually-hidden">：{of}</span> : null}
    </button>
  );
  const add = (
    <p className={styles.adding}>
      {adding("add", `添加${row}`)}
      {field.addsFirst || max < manyRows ? null : adding("addSeveral", `添加 ${rowsAtOnce} 个${row}`)}
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
          known={known}
          here={here}
          of={of}
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
            <span className="visually-hidden">
              ：{of}
              {label}
            </span>
          </button>
        </div>
      ) : field.addsFirst ? null : (
        add
      )}
    </fieldset>
  );
}

interface RowProps extends Omit<Props, "of"> {
  index: number;
  isLast: boolean;
  of: string;
}

/** The beginning of a text, which may be a whole question. */
const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** One row. In a list that folds its rows it is open while it is new, and where something is wrong with it. */
function Row({ name, field, index, isLast, known, here, of }: RowProps) {
  const form = useFormMetadata();
  const back = `${here}#${name}`;
  const { row = field.label, foldedBy = [] } = field;
  const initial = form.initialValue as Record<string, unknown> | undefined;
  const beside = listsBeside(name, field, (control) => initial?.[control]);
  const title = `${of}${of ? "，" : ""}${row} ${index + 1}`;
  const controls = (
    <fieldset className={styles.row} id={rowField(name, index)}>
      <legend className={foldedBy.length > 0 ? "visually-hidden" : undefined}>
        {row} {index + 1}
      </legend>
      {columnsOf(field).map(([column, about]) => {
        const control = rowField(name, index, column);
        return about.input === "rows" ? (
          <RowsField key={column} name={control} field={about} known={known} here={here} of={title} />
        ) : (
          <RowCell key={column} name={control} column={about} known={known} back={back} />
        );
      })}
      <p className={styles.moves}>
        {index > 0 || beside.up ? (
          <Move to={`up:${name}:${index}`} back={back} label="上移" of={title} />
        ) : null}
        {isLast && !beside.down ? null : (
          <Move to={`down:${name}:${index}`} back={back} label="下移" of={title} />
        )}
        <Move to={`remove:${name}:${index}`} back={back} label="移除" of={title} />
      </p>
    </fieldset>
  );
  if (foldedBy.length === 0) return controls;
  const values = foldedBy.map((column) => {
    const value = typed(initial?.[rowField(name, index, column)]) ?? "";
    return field.columns?.[column]?.names?.[value] ?? value;
  });
  const own = `${rowField(name, index)}_`;
  const isWrong = Object.keys(form.allErrors).some((key) => key.startsWith(own));
  const isPressed = String(initial?.[openField] ?? "").startsWith(own);
  return (
    <Fold
      title={shortened(values.filter(Boolean).join(" · ")) || `新的${row}`}
      className={styles.folded}
      open={isWrong || isPressed || values.includes("")}
    >
      {controls}
    </Fold>
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
