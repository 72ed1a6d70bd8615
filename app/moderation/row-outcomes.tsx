import { reasonMax } from "contract/moderation/fields";
import { problem } from "~/forms/field-parts";
import { givenBack } from "~/forms/plain-field";
import type { FormFailure } from "~/forms/result";
import { reasonAt } from "./row-fields";
import styles from "./row-outcomes.module.css";

/** A button of a row: its intent, what it says besides the row, and its words. */
export interface Outcome {
  intent: string;
  value?: string;
  label: string;
  /** What cannot be taken back: in the last place, and quiet. */
  quiet?: boolean;
}

interface Props {
  id: number;
  /** What the row is about, for whoever hears the page. */
  title: string;
  outcomes: Outcome[];
  /** What the reason is for, or when it may be left out. */
  hint: string;
  /** The id of the page's list of reasons that are given again and again. */
  templates?: string;
  failure: FormFailure | undefined;
}

/** What can be decided of one thing where one reads it, with a reason of its own; a part of the form over the list. */
export function RowOutcomes({ id, title, outcomes, hint, templates, failure }: Props) {
  const name = reasonAt(id);
  const { value, errors } = givenBack(failure, name);
  const messageId = `${name}-said`;
  const wrong = errors && errors.length > 0 ? errors : undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset in each row would be drawn as a box in each
    <div role="group" aria-label={`处理：${title}`} className={styles.row}>
      <input
        className="plain-input"
        name={name}
        aria-label="理由"
        placeholder={hint}
        maxLength={reasonMax}
        list={templates}
        defaultValue={value ?? ""}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? messageId : undefined}
      />
      {outcomes.map(({ intent, value: more, label, quiet }) => (
        <button
          key={intent + (more ?? "")}
          type="submit"
          className={quiet ? "link-button" : "button"}
          name="intent"
          value={`${intent}:${id}${more === undefined ? "" : `:${more}`}`}
        >
          {label}
        </button>
      ))}
      {wrong ? (
        <span id={messageId} className={styles.said}>
          {problem(wrong)}
        </span>
      ) : null}
    </div>
  );
}
