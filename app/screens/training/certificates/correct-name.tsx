import { realNameMax } from "contract/training/constants";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { TextField } from "~/forms/inputs/text-field";
import type { FormFailure } from "~/forms/result";
import styles from "./certificate.module.css";

/** The form with which an administrator corrects a name that its holder gave with a mistake. */
export function CorrectName({ failure }: { failure: FormFailure | undefined }) {
  const form = useScreenForm({ id: "correct", intent: "correct", failure });
  return (
    <details className={`surface ${styles.choice} no-print`} open={failure !== undefined}>
      <summary>更正持有人的姓名</summary>
      <FieldProvider>
        <ScreenForm of={form}>
          <TextField
            name="realName"
            label="更正后的真实姓名"
            hint="只用来更正写错的姓名，先核对持有人的身份。对这个人的全部证书生效。"
            maxLength={realNameMax}
            autoComplete="off"
          />
          <button type="submit" className="button" name="intent" value="correct">
            更正
          </button>
        </ScreenForm>
      </FieldProvider>
    </details>
  );
}
