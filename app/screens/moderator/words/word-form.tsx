import { Link, useLocation } from "@remix-run/react";
import type { ListedWord } from "contract/moderation/words/calls";
import { wordLevels, wordMax } from "contract/moderation/words/fields";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import styles from "../theme/theme.module.css";

interface Props {
  /** The word to change; null for a new word. */
  changing: ListedWord | null;
  /** The address of the list. */
  back: string;
}

/** The form that adds or changes a word. */
export function WordForm({ changing, back }: Props) {
  const { pathname, search } = useLocation();
  const form = useScreenForm({
    id: "word",
    intent: "save",
    defaultValue: changing ?? { level: "review" },
  });
  const was = form.failure?.result.initialValue?.was ?? changing?.word ?? "";
  return (
    <ScreenForm of={form} action={pathname + search} reloadDocument className={styles.form}>
      <input type="hidden" name="was" value={String(was)} />
      <fieldset className={styles.doing}>
        <legend>{changing ? `修改「${changing.word}」` : "添加敏感词"}</legend>
        <TextField label="词语" hint="不分大小写、全半角、繁简体" name="word" maxLength={wordMax} />
        <SelectField label="级别" name="level">
          <Options of={wordLevels} />
        </SelectField>
        <TextField
          label="替换成"
          hint="只用于「替换后发表」；不填时每个字换成＊"
          name="replacement"
          maxLength={wordMax}
        />
        <p className={styles.buttons}>
          <button type="submit" className="button" name="intent" value="save" data-primary>
            {changing ? "保存" : "添加"}
          </button>
          {changing ? (
            <Link to={back} className="button" prefetch="none">
              取消
            </Link>
          ) : null}
        </p>
      </fieldset>
    </ScreenForm>
  );
}
