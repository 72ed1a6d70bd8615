import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon } from "~/ui/icon";
import styles from "./filter-form.module.css";

interface FilterFormProps {
  /** The list's path in this shell. */
  action: string;
  /** Where nothing is narrowed down; null where nothing is. */
  cleared: string | null;
  children: ReactNode;
}

/** What narrows a list down, as one GET form: the choices are in the address. */
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
  /** What is wrong with what was chosen. */
  problem?: string | null | undefined;
}

/** What a field of such a form says of itself to its label and its problem. */
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

/** What is looked for: `q`. */
export function FilterText({ value, problem, ...input }: FilterTextProps) {
  return (
    <Field name="q" label="查找" problem={problem}>
      <input {...fieldState("q", problem)} {...input} type="search" defaultValue={value} autoComplete="off" />
    </Field>
  );
}

interface FilterChoiceProps extends FieldProps {
  /** What is chosen; nothing is "". */
  value: string | number | undefined;
  /** The words for nothing chosen. */
  all: string;
  /** The options. */
  children: ReactNode;
}

/** One of several, or all. */
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

/** Kept codes with their names, as options. */
export const codeOptions = (choices: readonly { code: string; name: string }[]) =>
  choices.map(({ code, name }) => (
    <option key={code} value={code}>
      {name}
    </option>
  ));
