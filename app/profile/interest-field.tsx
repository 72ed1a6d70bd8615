import type { FieldMetadata } from "@conform-to/react";
import { interestsMax } from "contract/profile/constants";
import { useState } from "react";
import { problem, typed } from "~/forms/field-parts";
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

/**
 * Interest directions (spec 3.4): forum tags to check, found by a part of their name. What is checked stays
 * in sight.
 */
export function InterestField({ field, search, label, interests }: InterestFieldProps) {
  const [text, setText] = useState(typed(search.initialValue) ?? "");
  const [chosen, setChosen] = useState(() => new Set([field.initialValue ?? []].flat().map(String)));
  const wanted = fold(text);
  const isShown = ({ name, value }: Option) => chosen.has(value) || fold(name).includes(wanted);
  const id = `${field.id}-interests`;
  return (
    <fieldset id={id} className={styles.group} aria-describedby={`${id}-hint ${id}-problem`}>
      <legend>{label}</legend>
      <div className={styles.search}>
        <label htmlFor={search.id} className="visually-hidden">
          查找方向
        </label>
        <input
          id={search.id}
          className="plain-input"
          name={search.name}
          type="search"
          placeholder="查找方向"
          autoComplete="off"
          maxLength={20}
          defaultValue={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ChooseAgain id={id} />
      </div>
      <ul className={styles.interests}>
        {interests.map((interest, index) => (
          <li key={interest.value} hidden={!isShown(interest)}>
            <label>
              <input
                type="checkbox"
                name={field.name}
                value={interest.value}
                data-wrong={field.errors && index === 0 ? "" : undefined}
                defaultChecked={chosen.has(interest.value)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen((before) => {
                    const after = new Set(before);
                    if (checked) after.add(interest.value);
                    else after.delete(interest.value);
                    return after;
                  })
                }
              />
              {interest.name}
            </label>
          </li>
        ))}
      </ul>
      {interests.some(isShown) ? null : <p className={styles.hint}>没有找到相关的方向</p>}
      <p id={`${id}-hint`} className={styles.hint} aria-live="polite">
        已选 {chosen.size} 个，最多 {interestsMax} 个
      </p>
      <p id={`${id}-problem`} className={styles.problem}>
        {problem(field.errors)}
      </p>
    </fieldset>
  );
}
