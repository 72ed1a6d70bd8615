import { daysMaximum } from "contract/moderation/fields";
import { TextField } from "~/forms/inputs/text-field";

/** The number of days for which an action is in force. */
export function DaysField({ label = "天数（0 为永久）", hint }: { label?: string; hint?: string }) {
  return (
    <TextField
      name="days"
      label={label}
      hint={hint}
      inputMode="numeric"
      maxLength={String(daysMaximum).length + 1}
    />
  );
}
