import { useLocation } from "@remix-run/react";
import { importLinesMost, wordLevels } from "contract/moderation/words/fields";
import { ScreenForm } from "~/forms/form/screen-form";
import { TextArea } from "~/forms/form/text-area";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { FileField } from "~/forms/inputs/file-field";
import { Options, SelectField } from "~/forms/inputs/select-field";
import styles from "../theme/theme.module.css";

/**
 * The form that imports many words, as pasted text or as a table. It imports all of them, or none and reports the
 * errors by line.
 */
export function ImportForm() {
  const { pathname, search } = useLocation();
  const form = useScreenForm({ id: "import", intent: "import", defaultValue: { level: "review" } });
  return (
    <ScreenForm
      of={form}
      action={`${pathname}${search}#import`}
      encType="multipart/form-data"
      reloadDocument
      className={styles.form}
    >
      <fieldset className={styles.doing}>
        <legend>批量导入</legend>
        <div className={styles.wide}>
          <TextArea
            label="词语"
            hint={`每行一个：词语,级别,替换成；级别和替换成可以不写。最多 ${importLinesMost.toLocaleString("en-US")} 行`}
            name="text"
            rows={5}
            placeholder={"收购账号,不予发表\n加我微信,先审核\n破芯片,替换后发表,这颗芯片"}
          />
        </div>
        <FileField
          label="或选择 CSV 文件"
          hint="UTF-8 或 GB18030"
          name="file"
          accept=".csv,.txt,text/csv,text/plain"
        />
        <SelectField label="没写级别的行按" name="level">
          <Options of={wordLevels} />
        </SelectField>
        <p className={styles.buttons}>
          <button type="submit" className="button" name="intent" value="import">
            导入
          </button>
        </p>
      </fieldset>
    </ScreenForm>
  );
}
