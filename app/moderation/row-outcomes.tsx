import { reasonMax } from "contract/moderation/fields";
import { TextField } from "~/forms/inputs/text-field";
import { reasonAt } from "./row-fields";
import styles from "./row-outcomes.module.css";

/** A button of a row: its intent, the value that it adds, and its label. */
export interface Outcome {
  intent: string;
  value?: string;
  label: string;
  /** Whether the action cannot be undone: the button is then last and not emphasised. */
  quiet?: boolean;
}

interface Props {
  id: number;
  /** The row's subject, for screen readers. */
  title: string;
  outcomes: Outcome[];
  /** The purpose of the reason, or when it may be empty. */
  hint: string;
  /** The id of the page's list of common reasons. */
  templates?: string;
}

/** The buttons that decide on one item beside it, with a reason of its own; a part of the form over the list. */
export function RowOutcomes({ id, title, outcomes, hint, templates }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a box in each row
    <div role="group" aria-label={`处理：${title}`} className={styles.row}>
      <TextField
        name={reasonAt(id)}
        label="理由"
        hideLabel
        placeholder={hint}
        maxLength={reasonMax}
        list={templates}
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
    </div>
  );
}
