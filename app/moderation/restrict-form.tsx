import { daysMaximum } from "contract/moderation/fields";
import { penaltyActions, recycledDaysMaximum } from "contract/moderation/penalties";
import type { ReactNode } from "react";
import { RadioGroup } from "~/forms/inputs/choices-field";
import { TextField } from "~/forms/inputs/text-field";
import type { FormFailure } from "~/forms/result";
import { DaysField } from "./days-field";
import styles from "./fields.module.css";
import { ModerationForm } from "./moderation-form";
import { ReasonField } from "./reason-field";

interface Props {
  uid: number;
  action: string;
  submissionId: string;
  failure: FormFailure | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** The form that restricts a person, in the moderation area and on the person's page. */
export function RestrictForm({ uid, children, ...form }: Props) {
  return (
    <ModerationForm {...form} id="restrict" asks={["restrict"]} values={{ days: "7", recycleDays: "0" }}>
      <input type="hidden" name="uid" value={uid} />
      {children}
    </ModerationForm>
  );
}

/** The fields that warn, mute or ban a person: for how long and why. */
export function RestrictFields() {
  return (
    <>
      <div className={styles.wide}>
        <RadioGroup name="action" label="方式" options={Object.entries(penaltyActions)} />
      </div>
      <DaysField />
      <TextField
        name="recycleDays"
        label="同时清理最近几天的内容"
        hint={`只对禁言和禁止访问；0 到 ${recycledDaysMaximum} 天，7 天内可撤销`}
        inputMode="numeric"
      />
      <div className={styles.wide}>
        <ReasonField hint={`本人会看到；天数最多 ${daysMaximum}`} templates="restrict-reasons" />
      </div>
    </>
  );
}
