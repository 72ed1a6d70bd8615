import type { ReactNode } from "react";
import styles from "./filter.module.css";
import { SectionSelect } from "./section-select";

interface Props {
  /** The filter's name, for screen readers. */
  label: string;
  action: string;
  /** Queries of the address that the form has to repeat. */
  kept: Record<string, string>;
  sections: { fid: number; name: string }[];
  fid: number | undefined;
  /** Other filters of the list. */
  children?: ReactNode;
}

/** Narrows a list down to a section, and by what else stands there: an address, before JavaScript and after. */
export function ListFilter({ label, action, kept, sections, fid, children }: Props) {
  return (
    <form method="get" action={action} className={styles.filter} aria-label={label}>
      {Object.entries(kept).map(([name, value]) =>
        value === "" ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      <SectionSelect sections={sections} value={fid} />
      {children}
      <button type="submit" className="button" data-primary>
        查找
      </button>
    </form>
  );
}
