import { Form, Link, useLocation } from "@remix-run/react";
import type { ListedWord } from "contract/moderation/words/calls";
import { wordLevels, wordMax } from "contract/moderation/words/fields";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { givenBack, PlainField, PlainInput } from "~/forms/plain-field";
import type { FormFailure } from "~/forms/result";
import styles from "../theme/theme.module.css";

interface Props {
  /** Null for a new word. */
  changing: ListedWord | null;
  /** Back to the list. */
  back: string;
  failure: FormFailure | undefined;
}

/** Adds a word, or changes one. */
export function WordForm({ changing, back, failure }: Props) {
  const { pathname, search } = useLocation();
  const typed = (name: string) => givenBack(failure, name);
  return (
    <Form method="post" action={pathname + search} reloadDocument className={styles.form}>
      <FormToken />
      <input type="hidden" name="was" value={typed("was").value ?? changing?.word ?? ""} />
      <FormProblems id="word-problems" errors={failure?.result.error?.[""] ?? undefined} />
      <fieldset className={styles.doing}>
        <legend>{changing ? `修改「${changing.word}」` : "添加敏感词"}</legend>
        <PlainInput
          label="词语"
          hint="不分大小写、全半角、繁简体"
          errors={typed("word").errors}
          name="word"
          maxLength={wordMax}
          defaultValue={typed("word").value ?? changing?.word ?? ""}
        />
        <PlainField label="级别" errors={typed("level").errors}>
          {(control) => (
            <select
              {...control}
              name="level"
              defaultValue={typed("level").value ?? changing?.level ?? "review"}
            >
              {Object.entries(wordLevels).map(([level, name]) => (
                <option key={level} value={level}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </PlainField>
        <PlainInput
          label="替换成"
          hint="只用于「替换后发表」；不填时每个字换成＊"
          errors={typed("replacement").errors}
          name="replacement"
          maxLength={wordMax}
          defaultValue={typed("replacement").value ?? changing?.replacement ?? ""}
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
    </Form>
  );
}
