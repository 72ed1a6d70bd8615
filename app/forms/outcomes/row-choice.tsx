import { useField } from "@conform-to/react";
import styles from "./row-choice.module.css";

/** Chooses a row of a list that the form stands over: a plain box, for a page has many. */
export function RowChoice({
  name = "ids",
  value,
  title,
}: {
  name?: string;
  value: string | number;
  /** What the row is about, for whoever hears the page. */
  title: string;
}) {
  const [{ initialValue }] = useField<string[]>(name);
  const chosen = [initialValue ?? []].flat().includes(String(value));
  return (
    <label className={styles.choice}>
      <input type="checkbox" name={name} value={value} defaultChecked={chosen} />
      <span className="visually-hidden">选择：{title}</span>
    </label>
  );
}
