import { daysMaximum } from "contract/moderation/fields";
import { penaltyActions, recycledDaysMaximum } from "contract/moderation/penalties";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import { givenBack, PlainInput } from "~/forms/plain-field";
import type { FormFailure } from "~/forms/result";
import { ReasonField } from "./reason-field";
import styles from "./restrict-fields.module.css";

interface Props {
  uid: number;
  submissionId: string;
  failure: FormFailure | undefined;
}

/** The first values of the form about a person, and the problem of the whole form. */
export function RestrictHidden({ uid, submissionId, failure }: Props) {
  return (
    <>
      <NoDefaultButton />
      <FormToken />
      <input type="hidden" name="uid" value={uid} />
      <input type="hidden" name="submissionId" value={submissionId} />
      <FormProblems id="restrict-problems" errors={failure?.result.error?.[""] ?? undefined} />
      <QuestionBox intents={["restrict"]} />
    </>
  );
}

/** How a person is warned, muted or banned, for how long and why: in the moderation area and on their own page alike. */
export function RestrictFields({ failure }: Pick<Props, "failure">) {
  const back = (name: string) => givenBack(failure, name);
  // A field that was emptied comes back empty.
  const proposed = (value: string) => (failure ? "" : value);
  return (
    <>
      <fieldset className={styles.choices}>
        <legend>方式</legend>
        {Object.entries(penaltyActions).map(([name, label]) => (
          <label key={name}>
            <input type="radio" name="action" value={name} defaultChecked={back("action").value === name} />
            {label}
          </label>
        ))}
        <FormProblems id="restrict-action" errors={back("action").errors ?? undefined} />
      </fieldset>
      <PlainInput
        label="天数（0 为永久）"
        errors={back("days").errors}
        name="days"
        inputMode="numeric"
        defaultValue={back("days").value ?? proposed("7")}
      />
      <PlainInput
        label="同时清理最近几天的内容"
        hint={`只对禁言和禁止访问；0 到 ${recycledDaysMaximum} 天，7 天内可撤销`}
        errors={back("recycleDays").errors}
        name="recycleDays"
        inputMode="numeric"
        defaultValue={back("recycleDays").value ?? proposed("0")}
      />
      <div className={styles.wide}>
        <ReasonField hint={`本人会看到；天数最多 ${daysMaximum}`} templates="restrict-reasons" back={back} />
      </div>
    </>
  );
}
