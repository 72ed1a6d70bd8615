import { Form, useLocation } from "@remix-run/react";
import { importLinesMost, wordLevels } from "contract/moderation/words/fields";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { givenBack, PlainField } from "~/forms/plain-field";
import type { FormFailure } from "~/forms/result";
import styles from "../theme/theme.module.css";

/** Many words at once: pasted, or as a table. All of them, or none with what is wrong by line. */
export function ImportForm({ failure }: { failure: FormFailure | undefined }) {
  const { pathname, search } = useLocation();
  const { value = "", errors } = givenBack(failure, "text");
  return (
    <Form
      method="post"
      action={`${pathname}${search}#import`}
      encType="multipart/form-data"
      reloadDocument
      className={styles.form}
      id="import"
    >
      <FormToken />
      <FormProblems id="import-problems" errors={failure?.result.error?.[""] ?? undefined} />
      <fieldset className={styles.doing}>
        <legend>批量导入</legend>
        <div className={styles.wide}>
          <PlainField
            label="词语"
            hint={`每行一个：词语,级别,替换成；级别和替换成可以不写。最多 ${importLinesMost.toLocaleString("en-US")} 行`}
            errors={errors}
          >
            {(control) => (
              <textarea
                {...control}
                className="plain-input"
                name="text"
                rows={5}
                placeholder={"收购账号,不予发表\n加我微信,先审核\n破芯片,替换后发表,这颗芯片"}
                defaultValue={value}
              />
            )}
          </PlainField>
        </div>
        <PlainField label="或选择 CSV 文件" hint="UTF-8 或 GB18030">
          {(control) => <input {...control} type="file" name="file" accept=".csv,.txt,text/csv,text/plain" />}
        </PlainField>
        <PlainField label="没写级别的行按" errors={givenBack(failure, "level").errors}>
          {(control) => (
            <select {...control} name="level" defaultValue={givenBack(failure, "level").value ?? "review"}>
              {Object.entries(wordLevels).map(([level, name]) => (
                <option key={level} value={level}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </PlainField>
        <p className={styles.buttons}>
          <button type="submit" className="button" name="intent" value="import">
            导入
          </button>
        </p>
      </fieldset>
    </Form>
  );
}
