import type { ReactNode } from "react";
import { FilterForm } from "~/forms/inputs/filter-form";
import styles from "./filter.module.css";
import { SectionSelect } from "./section-select";

interface Props {
  /** The name of the form for screen readers. */
  label: string;
  action: string;
  /** Other queries of the address, kept as hidden fields. */
  hiddenFields: Record<string, string>;
  sections: { fid: number; name: string }[];
  /** The present values of the filters. */
  values: Record<string, unknown>;
  /** Further fields of the filter. */
  children?: ReactNode;
}

/**
 * The filter of a list: a section and further fields. It is a GET form, so the address holds the filters with and
 * without JavaScript.
 */
export function ListFilter({ label, action, hiddenFields, sections, values, children }: Props) {
  return (
    <FilterForm id="filter" values={values} action={action} className={styles.filter} aria-label={label}>
      {Object.entries(hiddenFields).map(([name, value]) =>
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
