import { TextField } from "~/forms/inputs/text-field";

/** A place among others, the lowest first. */
export function PositionField() {
  return <TextField label="顺序" name="position" inputMode="numeric" maxLength={2} />;
}
