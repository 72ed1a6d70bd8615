import { Options, SelectField } from "~/forms/inputs/select-field";

/** A select for one of the moderator's sections, or all of them; every list of the area has it. */
export function SectionSelect({ sections }: { sections: { fid: number; name: string }[] }) {
  return (
    <SelectField name="fid" label="版块">
      <option value="">我管理的全部版块</option>
      <Options of={sections.map(({ fid, name }) => [String(fid), name] as const)} />
    </SelectField>
  );
}
