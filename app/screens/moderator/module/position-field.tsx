import { TextField } from "~/forms/inputs/text-field";

/** A position in a list; the lowest number comes first. */
export function PositionField() {
  return <TextField label="顺序" name="position" inputMode="numeric" maxLength={2} />;
}
