import type { ActivityWhole } from "contract/activities/shapes";
import { seatsLeftOf } from "~/activities/words";
import { problem } from "~/forms/field-parts";
import styles from "./register.module.css";

interface CategoryFieldProps {
  categories: ActivityWhole["categories"];
  chosen: string | undefined;
  /** Whether one waits where no seat is free. */
  waits: boolean;
  errors: string[] | undefined;
  /** Whether fields follow that are asked of some categories alone. */
  tells: boolean;
}

/** The categories with what is left of each; of one alone there is nothing to choose. */
export function CategoryField({ categories, chosen, waits, errors, tells }: CategoryFieldProps) {
  const [only] = categories;
  const preset = categories.length === 1 ? only?.key : chosen;
  const mayFill = categories.some(({ free }) => free === 0) || errors !== undefined;
  return (
    <fieldset className={styles.choices} aria-describedby={errors ? "category-problem" : undefined}>
      <legend>组别</legend>
      {/* Sent where nothing is chosen, so that what is wrong finds its field. */}
      <input type="hidden" name="category" value="" />
      <div className={styles.categories}>
        {categories.map(({ key, name, seats, free, waiting }, index) => (
          <label key={key}>
            <input
              type="radio"
              name="category"
              value={key}
              data-at={index}
              defaultChecked={preset === key}
              data-wrong={errors && index === 0 ? "" : undefined}
            />
            {name}
            <small>{seatsLeftOf({ seats, free, waiting })}</small>
          </label>
        ))}
      </div>
      {tells ? <p className={styles.first}>选好组别，下面会列出这个组要填的内容。</p> : null}
      {errors ? <p id="category-problem">{problem(errors)}</p> : null}
      {mayFill ? (
        <label className={styles.agree}>
          <input type="checkbox" name="wait" value="1" defaultChecked={waits} />
          <span>没有名额时排队候补，有人取消就按顺序递补</span>
        </label>
      ) : (
        <input type="hidden" name="wait" value={waits ? "1" : ""} />
      )}
    </fieldset>
  );
}
