import { PlainInput } from "~/forms/plain-field";
import type { useTyped } from "./section-form";

/** A place among others, the lowest first. */
export function PositionField({
  back,
  position,
}: {
  back: ReturnType<typeof useTyped>["back"];
  position: number;
}) {
  return (
    <PlainInput
      label="顺序"
      errors={back("position").errors}
      name="position"
      inputMode="numeric"
      maxLength={2}
      defaultValue={back("position").value ?? position}
    />
  );
}
