import { useField } from "@conform-to/react";
import { filesPrefix } from "contract/base/wire";
import type { ContentColumn } from "contract/content/kinds/field";
import { MarkdownField } from "~/editor/markdown-field";
import { problem, typed } from "~/forms/field-parts";
import { TextArea } from "~/forms/form/text-area";
import { CheckboxField } from "~/forms/inputs/checkbox-field";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import styles from "../editing.module.css";
import { DocumentField } from "./document-field";

/** What the controls of rows show besides what is typed. */
export interface Known {
  /** The names of products, by their ids. */
  products: Map<string, string>;
  /** The choices that the call's answer has, by what they are for. */
  choices: Record<string, { value: string; name: string }[]>;
}

interface CellProps {
  name: string;
  column: ContentColumn;
  known: Known;
  /** The address at which the form comes back. */
  back: string;
}

/** One control of a row. */
export function RowCell({
  name,
  column: { label, input, hint, max, names = {} },
  known: { products, choices },
  back,
}: CellProps) {
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
    case "video": {
      const videos = choices.video ?? [];
      if (videos.length === 0 && !value) return <input type="hidden" name={name} value="" />;
      return (
        <SelectField {...named}>
          <option value="">没有视频</option>
          <Options of={videos.map((video) => [video.value, video.name] as const)} />
        </SelectField>
      );
    }
    case "kept":
      return <input type="hidden" name={name} value={value} />;
    case "markdown":
      return (
        <div className={styles.whole}>
          <MarkdownField
            field={field}
            label={label}
            {...(hint ? { hint } : {})}
            {...(max === undefined ? {} : { maxLength: max })}
            intent="save"
            picturesOnly
            withoutUploads
            rows={8}
          />
        </div>
      );
    case "paragraphs":
      return (
        <div className={styles.whole}>
          <TextArea {...named} rows={4} {...(max === undefined ? {} : { maxLength: max })} />
        </div>
      );
    case "flag":
      return <CheckboxField {...named} />;
    case "list":
    case "links":
      return <TextArea {...named} rows={2} maxLength={4_000} />;
    case "choices":
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
    case "time":
      return <TextField {...named} type="datetime-local" />;
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
