import { PlainField } from "~/forms/plain-field";

/** One of the sections that somebody moderates, or all of them: every list of the area is narrowed down by it. */
export function SectionSelect({
  sections,
  value,
}: {
  sections: { fid: number; name: string }[];
  value: number | undefined;
}) {
  return (
    <PlainField label="版块">
      {(control) => (
        <select {...control} name="fid" defaultValue={value ?? ""}>
          <option value="">我管理的全部版块</option>
          {sections.map(({ fid, name }) => (
            <option key={fid} value={fid}>
              {name}
            </option>
          ))}
        </select>
      )}
    </PlainField>
  );
}
