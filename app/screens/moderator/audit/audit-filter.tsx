import { PlainInput } from "~/forms/plain-field";
import styles from "../fields/filter.module.css";
import { SectionSelect } from "../fields/section-select";

interface Props {
  action: string;
  asked: { of: string; ignored: boolean; fid?: number | undefined; author: string; word: string };
  sections: { fid: number; name: string }[];
}

/** Narrows what waits: an address, before JavaScript and after. */
export function AuditFilter({ action, asked, sections }: Props) {
  return (
    <form method="get" action={action} className={styles.filter} aria-label="筛选待审内容">
      <input type="hidden" name="of" value={asked.of} />
      {asked.ignored ? <input type="hidden" name="ignored" value="1" /> : null}
      <SectionSelect sections={sections} value={asked.fid} />
      <PlainInput label="作者（昵称或 uid）" name="author" maxLength={40} defaultValue={asked.author} />
      <PlainInput label="命中的词" name="word" maxLength={40} defaultValue={asked.word} />
      <button type="submit" className="button" data-primary>
        查找
      </button>
    </form>
  );
}
