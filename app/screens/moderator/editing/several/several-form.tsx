import { useActionData } from "@remix-run/react";
import { whyMax } from "contract/content/constants";
import { type ContentKind, wordsOf } from "contract/content/kinds/words";
import { contentTransitions } from "contract/content/transitions";
import type { ReactNode } from "react";
import { TextField } from "~/forms/inputs/text-field";
import { failureOfAny } from "~/forms/result";
import { ModerationForm } from "~/moderation/moderation-form";
import styles from "../editing.module.css";

/** The form around a list of pieces that publishes or takes down the chosen ones, with a reason. */
export function SeveralForm({ kind, children }: { kind: ContentKind; children: ReactNode }) {
  const failure = failureOfAny(useActionData(), ["several"]);
  const { name, lasting = false } = wordsOf(kind);
  return (
    <ModerationForm
      id="several"
      asks={["several"]}
      failure={failure}
      hiddenFields={["ids"]}
      label={`选择${name}，一起处理`}
      className={styles.form}
    >
      {children}
      <fieldset className={styles.several}>
        <legend>一起处理选中的</legend>
        <TextField
          name="why"
          label="理由"
          hint="写在管理日志里，访客看不到；处理之前会列出是哪些"
          maxLength={whyMax}
        />
        <p className={styles.buttons}>
          <button type="submit" className="button" name="intent" value="several:publish">
            发布选中的最新一版…
          </button>
          {lasting ? null : (
            <button type="submit" className="link-button" name="intent" value="several:withdraw">
              {contentTransitions.withdraw.label}选中的…
            </button>
          )}
        </p>
      </fieldset>
    </ModerationForm>
  );
}
