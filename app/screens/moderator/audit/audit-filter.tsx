import { TextField } from "~/forms/inputs/text-field";
import { ListFilter } from "../fields/list-filter";

interface Props {
  action: string;
  asked: { of: string; ignored: boolean; fid?: number | undefined; author: string; word: string };
  sections: { fid: number; name: string }[];
}

/** Narrows down what waits. */
export function AuditFilter({ action, asked, sections }: Props) {
  const kept = { of: asked.of, ignored: asked.ignored ? "1" : "" };
  return (
    <ListFilter label="筛选待审内容" action={action} kept={kept} sections={sections} values={asked}>
      <TextField label="作者（昵称或 uid）" name="author" maxLength={40} />
      <TextField label="命中的词" name="word" maxLength={40} />
    </ListFilter>
  );
}
