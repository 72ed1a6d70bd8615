import { useField } from "@conform-to/react";
import type { ActivityWhole } from "contract/activities/shapes";
import { seatsLeftOf } from "~/activities/words";
import { CheckboxField } from "~/forms/inputs/checkbox-field";
import { RadioGroup } from "~/forms/inputs/choices-field";
import styles from "./register.module.css";

interface CategoryFieldProps {
  categories: ActivityWhole["categories"];
  /** Whether some of the following fields belong to single categories. */
  tells: boolean;
}

/** The choice of a category, each with its free seats; an activity with one category has it preset. */
export function CategoryField({ categories, tells }: CategoryFieldProps) {
  const [{ errors }] = useField("category");
  const [{ initialValue: waits }] = useField<string>("wait");
  const preset = categories.length === 1 ? categories[0]?.key : undefined;
  const mayFill = categories.some(({ free }) => free === 0) || errors !== undefined;
  return (
    <div className={styles.categories}>
      {/* Sent when nothing is chosen, so that a message finds its field. */}
      <input type="hidden" name="category" value="" />
      <RadioGroup
        id="category"
        name="category"
        label="组别"
        preset={preset}
        options={categories.map(
          ({ key, name, seats, free, waiting }) =>
            [
              key,
              <span key={key}>
                {name} <small>{seatsLeftOf({ seats, free, waiting })}</small>
              </span>,
            ] as const,
        )}
      >
        {tells ? <p className={styles.first}>选好组别，下面会列出这个组要填的内容。</p> : null}
      </RadioGroup>
      {mayFill ? (
        <CheckboxField name="wait" value="1" label="没有名额时排队候补，有人取消就按顺序递补" />
      ) : (
        <input type="hidden" name="wait" value={waits === "1" ? "1" : ""} />
      )}
    </div>
  );
}
