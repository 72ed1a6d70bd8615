import { type WordLevel, wordLevels, wordMax } from "contract/moderation/words/fields";
import { PlainField, PlainInput } from "~/forms/plain-field";
import styles from "../fields/filter.module.css";
import own from "./words.module.css";

interface Props {
  action: string;
  asked: { text: string; level?: WordLevel | undefined; edited: boolean };
}

/** Narrows the list: an address, before JavaScript and after. */
export function WordFilter({ action, asked }: Props) {
  return (
    <form method="get" action={action} className={styles.filter} aria-label="筛选敏感词">
      <PlainInput label="词语包含" name="text" maxLength={wordMax} defaultValue={asked.text} />
      <PlainField label="级别">
        {(control) => (
          <select {...control} name="level" defaultValue={asked.level ?? ""}>
            <option value="">全部级别</option>
            {Object.entries(wordLevels).map(([level, name]) => (
              <option key={level} value={level}>
                {name}
              </option>
            ))}
          </select>
        )}
      </PlainField>
      <label className={own.check}>
        <input type="checkbox" name="edited" value="1" defaultChecked={asked.edited} />
        只看站内改过的
      </label>
      <button type="submit" className="button">
        查找
      </button>
    </form>
  );
}
