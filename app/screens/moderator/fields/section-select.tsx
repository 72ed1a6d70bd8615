import { Options, SelectField } from "~/forms/inputs/select-field";

/** One of the sections that somebody moderates, or all of them: every list of the area is narrowed down by it. */
export function SectionSelect({ sections }: { sections: { fid: number; name: string }[] }) {
  return (
    <SelectField name="fid" label="版块">
      <option value="">我管理的全部版块</option>
      <Options of={sections.map(({ fid, name }) => [String(fid), name] as const)} />
    </SelectField>
  );
}
