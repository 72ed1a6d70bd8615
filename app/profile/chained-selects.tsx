import type { FieldMetadata } from "@conform-to/react";
import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { problem } from "~/forms/field-parts";
import { SelectField } from "~/forms/inputs/select-field";
import { ChooseAgain } from "./choose-again";
import { loadOptions, type OptionsKind } from "./load-options";
import styles from "./profile.module.css";
import type { Option } from "./profile-data";

interface Level {
  field: FieldMetadata<unknown>;
  label: string;
  placeholder: string;
  options: Option[];
}

interface ChainedSelectsProps {
  kind: OptionsKind;
  id: string;
  legend: string;
  levels: Level[];
}

/**
 * A chain of selects, each with the options for the choice before it: region and industry (spec 5.2, 5.6). Without
 * JavaScript a button loads the next options; with it, each choice does.
 */
export function ChainedSelects({ kind, id, legend, levels }: ChainedSelectsProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  const [optionLists, setOptionLists] = useState(() => levels.map(({ options }) => options));
  const [failed, setFailed] = useState(false);
  /** The number of the latest request: answers to earlier ones are ignored. */
  const latest = useRef(0);

  const offer = async (level: number, parent: string) => {
    latest.current += 1;
    const requestNumber = latest.current;
    const set = (options: Option[]) =>
      setOptionLists((before) => before.map((one, at) => (at < level ? one : at === level ? options : [])));
    set([]);
    setFailed(false);
    if (parent === "") return;
    try {
      const options = await loadOptions(kind, parent);
      if (requestNumber === latest.current) set(options);
    } catch {
      if (requestNumber === latest.current) setFailed(true);
    }
  };

  // The person or the browser may have changed a choice before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, after hydration
  useEffect(() => {
    const selects = [...(box.current?.querySelectorAll("select") ?? [])];
    const at = selects.findIndex(
      (select, level) => select.value !== (levels[level]?.field.initialValue ?? ""),
    );
    const changed = at === -1 || at === selects.length - 1 ? undefined : selects[at];
    if (changed) void offer(at + 1, changed.value);
  }, []);

  const onChange = (event: ChangeEvent<HTMLFieldSetElement>) => {
    const at = levels.findIndex(
      ({ field }) => field.name === (event.target as unknown as HTMLSelectElement).name,
    );
    if (at !== -1 && at < levels.length - 1)
      void offer(at + 1, (event.target as unknown as HTMLSelectElement).value);
  };

  return (
    <fieldset ref={box} id={id} className={styles.group} onChange={onChange}>
      <legend>{legend}</legend>
      <div className={styles.chain}>
        {levels.map(({ field, label, placeholder }, level) => (
          <SelectField key={field.name} name={field.name} label={label}>
            <option value="">{placeholder}</option>
            {optionLists[level]?.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
        ))}
        <ChooseAgain id={id} always={failed} />
      </div>
      {failed ? <p role="alert">{problem(["选项没有加载成功，请点“更新选项”再试"])}</p> : null}
    </fieldset>
  );
}
