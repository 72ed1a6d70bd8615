import { TextField } from "~/forms/inputs/text-field";
import { ListFilter } from "../fields/list-filter";

interface Props {
  action: string;
  filters: { of: string; ignored: boolean; fid?: number | undefined; author: string; word: string };
  sections: { fid: number; name: string }[];
}

/** The filter of the texts that wait for review. */
export function AuditFilter({ action, filters, sections }: Props) {
  const hiddenFields = { of: filters.of, ignored: filters.ignored ? "1" : "" };
  return (
    <ListFilter
      label="筛选待审内容"
      action={action}
      hiddenFields={hiddenFields}
      sections={sections}
      values={filters}
    >
      <TextField label="作者（昵称或 uid）" name="author" maxLength={40} />
      <TextField label="命中的词" name="word" maxLength={40} />
    </ListFilter>
  );
}
