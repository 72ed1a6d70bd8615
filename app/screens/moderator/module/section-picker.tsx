import { Link } from "@remix-run/react";
import type { ModeratedSection } from "contract/moderation/sections/calls";
import { FilterForm } from "~/forms/inputs/filter-form";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import styles from "./module.module.css";
import type { Part } from "./module.schema";

/** The choice of one of the moderator's sections. It is a GET form, with and without JavaScript. */
export function SectionPicker({
  section,
  part,
  sections,
}: {
  section: ModeratedSection;
  part: Part;
  sections: { fid: number; name: string }[];
}) {
  const { to } = useShell();
  const isListed = sections.some(({ fid }) => fid === section.fid);
  const all = isListed ? sections : [section, ...sections];
  return (
    <FilterForm
      key={section.fid}
      id="picker"
      values={{ fid: section.fid }}
      action={to(paths.moderation("module"))}
      className={styles.picker}
      aria-label="选择版块"
    >
      <SelectField label="版块" name="fid">
        <Options of={all.map(({ fid, name }) => [String(fid), name] as const)} />
      </SelectField>
      <input type="hidden" name="part" value={part} />
      <button type="submit" className="button">
        切换
      </button>
      <Link to={to(paths.section(section.fid))} prefetch="none">
        打开版块页面
      </Link>
    </FilterForm>
  );
}
