import { FilterForm } from "~/forms/inputs/filter-form";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import { Fold } from "~/moderation/fold";
import { SectionSelect } from "../fields/section-select";
import styles from "./theme.module.css";

interface Query {
  fid?: number | undefined;
  classId?: number | undefined;
  state?: string | undefined;
  digest?: boolean | undefined;
  pinned?: boolean | undefined;
  closed?: boolean | undefined;
  author: string;
  keyword: string;
  viewsMin?: number | undefined;
  repliesMin?: number | undefined;
  idleDays?: number | undefined;
  since?: string | undefined;
  to?: string | undefined;
}

interface Props {
  action: string;
  query: Query;
  sections: { fid: number; name: string }[];
  classes: { id: number; name: string }[];
}

const asYes = (value: boolean | undefined) => (value === undefined ? "" : value ? "1" : "0");

const states = { listed: "正常", pending: "待审", refused: "未通过", hidden: "已屏蔽" };
const numbers = { viewsMin: "浏览不少于", repliesMin: "回复不少于", idleDays: "多少天没有回复" };
const yesOrNo = [
  ["1", "是"],
  ["0", "否"],
] as const;

function YesOrNo({ label, name }: { label: string; name: string }) {
  return (
    <SelectField label={label} name={name}>
      <option value="">不限</option>
      <Options of={yesOrNo} />
    </SelectField>
  );
}

/** The filter of the topics. It is a GET form, with and without JavaScript. */
export function ThemeFilter({ action, query, sections, classes }: Props) {
  const isNarrowed = Object.entries(query).some(
    ([name, value]) => !["fid", "keyword", "page"].includes(name) && value !== undefined && value !== "",
  );
  return (
    <FilterForm
      id="filter"
      values={{
        ...query,
        digest: asYes(query.digest),
        pinned: asYes(query.pinned),
        closed: asYes(query.closed),
      }}
      action={action}
      className={styles.filter}
      aria-label="筛选主题"
    >
      <div className={styles.first}>
        <SectionSelect sections={sections} />
        <TextField label="标题关键词" name="keyword" maxLength={40} />
        <button type="submit" className="button" data-primary>
          查找
        </button>
      </div>
      <Fold title="更多条件" open={isNarrowed}>
        <div className={styles.more}>
          {classes.length > 0 ? (
            <SelectField label="分类" name="classId">
              <option value="">不限</option>
              <Options of={classes.map(({ id, name }) => [String(id), name] as const)} />
            </SelectField>
          ) : null}
          <SelectField label="状态" name="state">
            <option value="">不限</option>
            <Options of={states} />
          </SelectField>
          <YesOrNo label="精华" name="digest" />
          <YesOrNo label="置顶" name="pinned" />
          <YesOrNo label="已关闭" name="closed" />
          <TextField label="作者（昵称或 uid）" name="author" maxLength={40} />
          {Object.entries(numbers).map(([name, label]) => (
            <TextField key={name} label={label} name={name} inputMode="numeric" maxLength={7} />
          ))}
          <TextField label="发表不早于" type="date" name="since" />
          <TextField label="发表不晚于" type="date" name="to" />
        </div>
      </Fold>
    </FilterForm>
  );
}
