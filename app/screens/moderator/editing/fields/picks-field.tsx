import { useField } from "@conform-to/react";
import { InputBase } from "@mantine/core";
import type { ContentField } from "contract/content/kinds/field";
import { problem } from "~/forms/field-parts";
import { Options } from "~/forms/inputs/select-field";
import styles from "../editing.module.css";

/** How many more can be picked before the form is saved. */
const emptyOnes = 2;

interface Props {
  name: string;
  label: string;
  hint: string | undefined;
  field: ContentField;
  choices: { value: string; name: string }[];
  /** What the form has, in its order. */
  picked: string[];
}

/** Things picked one after the other, in the order in which readers see them. An empty one picks nothing. */
export function PicksField({ name, label, hint, field: { max = 0, row = label }, choices, picked }: Props) {
  const [own] = useField<string>(name);
  const chosen = picked.filter(Boolean);
  const known = new Set(choices.map(({ value }) => value));
  const count = Math.min(max, chosen.length + emptyOnes);
  return (
    <fieldset className={styles.list} id={own.id}>
      <legend>{label}</legend>
      {hint ? <p className={styles.none}>{hint}</p> : null}
      {own.errors ? <p className={styles.wrong}>{problem(own.errors)}</p> : null}
      <div className={styles.parameters}>
        {Array.from({ length: count }, (_, index) => {
          const value = chosen[index] ?? "";
          return (
            <InputBase
              // biome-ignore lint/suspicious/noArrayIndexKey: a pick is its place
              key={index}
              component="select"
              id={`${own.id}-${index}`}
              name={name}
              label={`${row} ${index + 1}`}
              defaultValue={value}
              error={own.errors ? true : undefined}
            >
              <option value="">不选</option>
              {value && !known.has(value) ? <option value={value}>{value}</option> : null}
              <Options of={choices.map((choice) => [choice.value, choice.name] as const)} />
            </InputBase>
          );
        })}
      </div>
    </fieldset>
  );
}
