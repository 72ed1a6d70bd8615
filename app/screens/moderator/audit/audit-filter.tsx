import { PlainInput } from "~/forms/plain-field";
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
    <ListFilter label="筛选待审内容" action={action} kept={kept} sections={sections} fid={asked.fid}>
      <PlainInput label="作者（昵称或 uid）" name="author" maxLength={40} defaultValue={asked.author} />
      <PlainInput label="命中的词" name="word" maxLength={40} defaultValue={asked.word} />
    </ListFilter>
  );
}
