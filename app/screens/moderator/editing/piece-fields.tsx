import { useField } from "@conform-to/react";
import type { CallResponse } from "contract";
import { type ContentField, columnsOf } from "contract/content/kinds/field";
import { type ContentKind, fieldsOf, wordsOf } from "contract/content/kinds/words";
import { MarkdownField } from "~/editor/markdown-field";
import { ToolsToCome } from "~/editor/tools-to-come";
import { typed as typedText } from "~/forms/field-parts";
import { TextArea } from "~/forms/form/text-area";
import { CheckboxField } from "~/forms/inputs/checkbox-field";
import { RadioGroup } from "~/forms/inputs/choices-field";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import { altField, firstPicture } from "./body/typed-body";
import styles from "./editing.module.css";
import { DocumentField } from "./fields/document-field";
import { ParamsField } from "./fields/params-field";
import { PicksField } from "./fields/picks-field";
import { ProductsField } from "./fields/products-field";
import { RowsField } from "./fields/rows-field";
import type { PieceAnswer } from "./piece.server";

interface Props {
  kind: ContentKind;
  isNew: boolean;
  piece: CallResponse<"contentPiece">;
  found: PieceAnswer["found"];
  /** The values of a form that comes back. */
  typed: Record<string, unknown> | null | undefined;
  /** The page's address. */
  here: string;
}

/** The fields of a kind, as its words describe them, in the sections that they name. */
export function PieceFields({ kind, isNew, ...props }: Props) {
  const { key } = wordsOf(kind);
  const fields = fieldsOf(kind);
  const sections = [...new Set(fields.map(([, { section }]) => section))];
  return sections.map((section, index) => (
    <fieldset key={section} className={styles.section}>
      <legend>{section}</legend>
      {isNew && key && index === 0 ? <KeyField of={key} /> : null}
      {fields
        .filter(([, field]) => field.section === section)
        .map(([name, field]) => (
          <PieceField key={name} name={name} field={field} {...props} />
        ))}
    </fieldset>
  ));
}

/** The key of a new piece: typed, or one of those that there are. */
function KeyField({
  of: { label, hint, max, names },
}: {
  of: NonNullable<ReturnType<typeof wordsOf>["key"]>;
}) {
  if (!names) return <TextField name="key" label={label} hint={hint} maxLength={max} />;
  return (
    <SelectField name="key" label={label} hint={hint}>
      <option value="">请选择</option>
      <Options of={names} />
    </SelectField>
  );
}

function PieceField({
  name,
  field,
  piece,
  found,
  typed,
  here,
}: Omit<Props, "kind" | "isNew"> & { name: string; field: ContentField }) {
  const [ofForm] = useField<string>(name);
  const { label, hint, input, max, names } = field;
  const labelled = { name, label, hint };
  const limit = max === undefined ? {} : { maxLength: max };
  switch (input) {
    case "line":
      if (!field.suggested) return <TextField {...labelled} {...limit} />;
      return (
        <>
          <TextField {...labelled} {...limit} list={`${name}-choices`} />
          <datalist id={`${name}-choices`}>
            {(piece.choices[name] ?? []).map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.name}
              </option>
            ))}
          </datalist>
        </>
      );
    case "number":
      return <TextField {...labelled} inputMode="numeric" maxLength={10} />;
    case "lines":
      return (
        <div className={styles.wide}>
          <TextArea {...labelled} {...limit} rows={4} />
        </div>
      );
    case "markdown":
      return (
        <div className={styles.wide}>
          <MarkdownField
            field={ofForm}
            label={label}
            {...limit}
            intent="save"
            hint="支持 Markdown"
            picturesOnly
            rows={16}
            toCome={<ToolsToCome />}
          />
        </div>
      );
    case "choice":
    case "video":
      return (
        <SelectField {...labelled}>
          <option value="">请选择</option>
          <Options
            of={names ?? (piece.choices[name] ?? []).map((each) => [each.value, each.name] as const)}
          />
        </SelectField>
      );
    case "flag":
      return <CheckboxField {...labelled} />;
    case "day":
      return <TextField {...labelled} type="date" />;
    case "time":
      return <TextField {...labelled} type="datetime-local" />;
    case "ids":
      return <TextArea {...labelled} rows={2} maxLength={4_000} />;
    case "picks":
      return (
        <PicksField
          {...labelled}
          field={field}
          choices={piece.choices[name] ?? []}
          picked={[(typed ? typed[name] : piece.body[name]) ?? []].flat().filter(Boolean).map(String)}
        />
      );
    case "products":
      return (
        <ProductsField {...labelled} known={piece.products} found={found} typed={typed?.[name]} here={here} />
      );
    case "picture":
      return <PictureField name={name} label={label} present={piece.body[name]} typed={typed} />;
    case "file":
      return (
        <div className={styles.wide} id={name}>
          <DocumentField
            {...labelled}
            value={typedText(ofForm.initialValue) ?? ""}
            back={`${here}#${name}`}
          />
        </div>
      );
    case "rows": {
      const products = new Map(piece.products.map((product) => [String(product.id), product.name]));
      return <RowsField name={name} field={field} known={{ products, choices: piece.choices }} here={here} />;
    }
    case "table": {
      const columns = columnsOf(field).map(([, column]) => column.label);
      return (
        <div className={styles.wide}>
          <TextArea
            name={name}
            label={label}
            hint={`每行一个${field.row}，各列依次是：${columns.join("、")}。${hint}`}
            maxLength={200_000}
            rows={6}
          />
        </div>
      );
    }
    case "params":
      return <ParamsField name={name} parameters={piece.parameters} here={here} />;
  }
}

interface ChoiceProps extends Pick<Props, "typed"> {
  name: string;
  label: string;
  present: unknown;
}

/** The choice of a form that comes back, also the empty one; otherwise what the piece has. */
const chosenIn = (typed: Props["typed"], name: string, present = "") =>
  typed ? String(typed[name] ?? "") : present;

/** The cover: the present one, the first picture of the text, or none. */
function PictureField({ name, label, present, typed }: ChoiceProps) {
  const cover = present as { name: string; alt: string } | undefined;
  return (
    <div className={styles.wide}>
      <RadioGroup
        name={name}
        label={label}
        preset={chosenIn(typed, name, cover?.name)}
        options={[
          ...(cover ? ([[cover.name, `现在的封面（${cover.alt}）`]] as const) : []),
          [firstPicture, "正文里的第一张图片"],
          ["", "不要封面"],
        ]}
        hint="要换封面：先在正文里上传图片，再选“正文里的第一张图片”"
      />
      <TextField name={altField} label="封面说明" hint="给看不到图片的人；不填时用标题" maxLength={120} />
    </div>
  );
}
