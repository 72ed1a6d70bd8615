import { useField } from "@conform-to/react";
import type { ContentParameter } from "contract/content/editing";
import { rowField } from "contract/content/kinds/field";
import { useState } from "react";
import { typed } from "~/forms/field-parts";
import { Checkboxes } from "~/forms/inputs/choices-field";
import { SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import styles from "../editing.module.css";

/** The parameters of the chosen class. Before JavaScript a button lists those of another one. */
export function ParamsField({
  name,
  parameters,
  here,
}: {
  name: string;
  parameters: ContentParameter[];
  here: string;
}) {
  const [klass] = useField<string>("class");
  const chosen = Number(klass.value ?? typed(klass.initialValue) ?? 0);
  const has = (id: number) => parameters.filter(({ classes }) => classes.includes(id));
  // What was typed for the classes that were chosen before stays, for whoever chooses one of them again.
  const [earlier, setEarlier] = useState<number[]>([]);
  if (!earlier.includes(chosen)) setEarlier([...earlier, chosen]);
  const own = has(chosen);
  const controls = new Map(
    [chosen, ...earlier].reverse().flatMap((id) => has(id).map((one) => [one.key, one])),
  );
  const keysWithoutField = parameters.filter(({ key }) => !controls.has(key)).map(({ key }) => key);
  return (
    <div className={styles.wide} id={name}>
      {own.length === 0 ? (
        <p className={styles.none}>{chosen ? "这个分类没有参数" : "先选分类，再填参数"}</p>
      ) : (
        <p className={styles.none}>没有的留空，产品页不显示；数值要带单位，可以写 mA、MHz 这样带前缀的</p>
      )}
      <div className={styles.parameters}>
        {[...controls.values()].map((parameter) => (
          <div key={parameter.key} className={styles.parameter} hidden={!own.includes(parameter)}>
            <ParamField name={rowField(name, parameter.key)} parameter={parameter} />
          </div>
        ))}
        {[...new Set(keysWithoutField)].map((key) => (
          <KeptParam key={key} name={rowField(name, key)} />
        ))}
      </div>
      <p>
        <button
          type="submit"
          className="button"
          name="intent"
          value="params"
          formAction={`${here}#${name}`}
          formNoValidate
        >
          列出所选分类的参数
        </button>
      </p>
    </div>
  );
}

/** What is typed for a parameter of another class, before JavaScript. */
function KeptParam({ name }: { name: string }) {
  const [{ initialValue }] = useField<string | string[]>(name);
  const values = [initialValue].flat().filter((value) => typeof value === "string" && value !== "");
  return values.map((value) => <input key={value} type="hidden" name={name} value={value} />);
}

const examples = { number: "500", range: "1.8~3.6" } as const;
/** The prefixes that values of these units mostly have: nobody gives a current of 500 A as an example. */
const usualPrefixes: Partial<Record<string, string>> = {
  A: "m",
  W: "m",
  s: "m",
  B: "K",
  Hz: "M",
  "bit/s": "M",
};

function ParamField({
  name,
  parameter: { name: label, unit, type, choices },
}: {
  name: string;
  parameter: ContentParameter;
}) {
  if (type === "choice")
    return (
      <div className={styles.wide}>
        <input type="hidden" name={name} value="" />
        <Checkboxes name={name} label={label} options={choices.map((choice) => [choice, choice] as const)} />
      </div>
    );
  if (type === "yes")
    return (
      <SelectField name={name} label={label}>
        <option value="">不写</option>
        <option value="true">支持</option>
        <option value="false">不支持</option>
      </SelectField>
    );
  const hint =
    type === "text" ? undefined : `例如 ${`${examples[type]} ${usualPrefixes[unit] ?? ""}${unit}`.trim()}`;
  return <TextField name={name} label={label} hint={hint} maxLength={200} />;
}
