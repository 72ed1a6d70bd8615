import { useField } from "@conform-to/react";
import styles from "./row-choice.module.css";

/**
 * A checkbox that chooses a row of a list for the form around the list. It is a plain input, because a page has many.
 */
export function RowChoice({
  name = "ids",
  value,
  title,
}: {
  name?: string;
  value: string | number;
  /** The row's subject, for screen readers. */
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
