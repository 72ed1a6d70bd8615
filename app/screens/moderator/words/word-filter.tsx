import { type WordLevel, wordLevels, wordMax } from "contract/moderation/words/fields";
import { CheckboxField } from "~/forms/inputs/checkbox-field";
import { FilterForm } from "~/forms/inputs/filter-form";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import styles from "../fields/filter.module.css";

interface Props {
  action: string;
  filters: { text: string; level?: WordLevel | undefined; edited: boolean };
}

/** The filter of the list. It is a GET form, with and without JavaScript. */
export function WordFilter({ action, filters }: Props) {
  return (
    <FilterForm
      id="filter"
      values={{ text: filters.text, level: filters.level, edited: filters.edited ? "1" : undefined }}
      action={action}
      className={styles.filter}
      aria-label="筛选敏感词"
    >
      <TextField label="词语包含" name="text" maxLength={wordMax} />
      <SelectField label="级别" name="level">
        <option value="">全部级别</option>
        <Options of={wordLevels} />
      </SelectField>
      <CheckboxField name="edited" value="1" label="只看站内改过的" />
      <button type="submit" className="button">
        查找
      </button>
    </FilterForm>
  );
}
