import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon } from "~/ui/icon";
import styles from "./filter-form.module.css";

interface FilterFormProps {
  /** The list's path in this shell. */
  action: string;
  /** The address without a filter; null when no filter is active. */
  cleared: string | null;
  children: ReactNode;
}

/** The filter form of a list: a GET form, so that its values are in the address. */
export function FilterForm({ action, cleared, children }: FilterFormProps) {
  return (
    <Form method="get" action={action} className={styles.filters}>
      {children}
      <div className={styles.buttons}>
        <button type="submit" className="button" data-primary>
          筛选
        </button>
        {cleared === null ? null : <Link to={cleared}>清除条件</Link>}
      </div>
    </Form>
  );
}

interface FieldProps {
  name: string;
  label: string;
  /** The message about an invalid value. */
  problem?: string | null | undefined;
}

/** The attributes that connect a field with its label and its message. */
const fieldState = (name: string, problem: FieldProps["problem"]) => ({
  id: `filter-${name}`,
  name,
  className: "plain-input",
  "aria-invalid": problem ? (true as const) : undefined,
  "aria-describedby": problem ? `filter-${name}-problem` : undefined,
});

function Field({ name, label, problem, children }: FieldProps & { children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label htmlFor={`filter-${name}`}>{label}</label>
      {children}
      {problem ? (
        <p id={`filter-${name}-problem`} className={styles.problem}>
          <Icon name="alert-circle" />
          {problem}
        </p>
      ) : null}
    </div>
  );
}

interface FilterTextProps extends Omit<FieldProps, "name" | "label"> {
  value: string;
  placeholder: string;
  maxLength?: number;
}

/** The search field `q`. */
export function FilterText({ value, problem, ...input }: FilterTextProps) {
  return (
    <Field name="q" label="查找" problem={problem}>
      <input {...fieldState("q", problem)} {...input} type="search" defaultValue={value} autoComplete="off" />
    </Field>
  );
}

interface FilterChoiceProps extends FieldProps {
  /** The chosen value; "" for none. */
  value: string | number | undefined;
  /** The label of the empty option. */
  all: string;
  /** The options. */
  children: ReactNode;
}

/** A select with an option for all. */
export function FilterChoice({ name, label, problem, value, all, children }: FilterChoiceProps) {
  return (
    <Field name={name} label={label} problem={problem}>
      <select {...fieldState(name, problem)} defaultValue={value ?? ""}>
        <option value="">{all}</option>
        {children}
      </select>
    </Field>
  );
}

/** Stored codes with their names, as options. */
export const codeOptions = (choices: readonly { code: string; name: string }[]) =>
  choices.map(({ code, name }) => (
    <option key={code} value={code}>
      {name}
    </option>
  ));
