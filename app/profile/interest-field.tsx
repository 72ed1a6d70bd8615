import type { FieldMetadata } from "@conform-to/react";
import { interestsMax } from "contract/profile/constants";
import { type ChangeEvent, useState } from "react";
import { typed } from "~/forms/field-parts";
import { Checkboxes } from "~/forms/inputs/choices-field";
import { TextField } from "~/forms/inputs/text-field";
import { ChooseAgain } from "./choose-again";
import styles from "./profile.module.css";
import type { Option } from "./profile-data";

const fold = (text: string) => text.normalize("NFKC").trim().toLowerCase();

interface InterestFieldProps {
  field: FieldMetadata<unknown>;
  search: FieldMetadata<unknown>;
  label: string;
  interests: Option[];
}

/** Interest directions (spec 3.4): checkboxes of forum tags, with a search by name. Checked ones are always visible. */
export function InterestField({ field, search, label, interests }: InterestFieldProps) {
  const [text, setText] = useState(typed(search.initialValue) ?? "");
  const [chosen, setChosen] = useState(() => new Set([field.initialValue ?? []].flat().map(String)));
  const names = new Map(interests.map(({ value, name }) => [value, fold(name)]));
  const query = fold(text);
  const isShown = (value: string) => chosen.has(value) || (names.get(value) ?? "").includes(query);
  const id = `${field.id}-interests`;
  const onChange = ({ target }: ChangeEvent<HTMLDivElement>) => {
    const { name, value, checked } = target as unknown as HTMLInputElement;
    if (name === search.name) setText(value);
    if (name !== field.name) return;
    setChosen((before) => new Set(checked ? [...before, value] : [...before].filter((one) => one !== value)));
  };
  return (
    <div onChange={onChange}>
      <Checkboxes
        id={id}
        name={field.name}
        label={label}
        hint={
          <span aria-live="polite">
            已选 {chosen.size} 个，最多 {interestsMax} 个
          </span>
        }
        layout="many"
        options={interests.map(({ value, name }) => [value, name] as const)}
        isShown={isShown}
        text={
          <div className={styles.search}>
            <TextField
              name={search.name}
              type="search"
              label="查找方向"
              hideLabel
              placeholder="查找方向"
              autoComplete="off"
              maxLength={20}
            />
            <ChooseAgain id={id} />
          </div>
        }
      >
        {interests.some(({ value }) => isShown(value)) ? null : (
          <p className={styles.none}>没有找到相关的方向</p>
        )}
      </Checkboxes>
    </div>
  );
}
