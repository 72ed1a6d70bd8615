import type { ReactNode } from "react";
import { FilterForm } from "~/forms/inputs/filter-form";
import styles from "./filter.module.css";
import { SectionSelect } from "./section-select";

interface Props {
  /** What is narrowed down, for whoever hears the page. */
  label: string;
  action: string;
  /** What the address says besides, and goes on saying. */
  kept: Record<string, string>;
  sections: { fid: number; name: string }[];
  /** What it is narrowed down by now. */
  values: Record<string, unknown>;
  /** What else the list is narrowed down by. */
  children?: ReactNode;
}

/** Narrows a list down to a section, and by what else stands there: an address, before JavaScript and after. */
export function ListFilter({ label, action, kept, sections, values, children }: Props) {
  return (
    <FilterForm id="filter" values={values} action={action} className={styles.filter} aria-label={label}>
      {Object.entries(kept).map(([name, value]) =>
        value === "" ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      <SectionSelect sections={sections} />
      {children}
      <button type="submit" className="button" data-primary>
        查找
      </button>
    </FilterForm>
  );
}
