import { PlainField, PlainInput } from "~/forms/plain-field";
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

function YesOrNo({ label, name, value }: { label: string; name: string; value: boolean | undefined }) {
  return (
    <PlainField label={label}>
      {(control) => (
        <select {...control} name={name} defaultValue={asYes(value)}>
          <option value="">不限</option>
          <option value="1">是</option>
          <option value="0">否</option>
        </select>
      )}
    </PlainField>
  );
}

/** What is looked for among the topics: an address, before JavaScript and after. */
export function ThemeFilter({ action, query, sections, classes }: Props) {
  const narrowed = Object.entries(query).some(
    ([name, value]) => !["fid", "keyword", "page"].includes(name) && value !== undefined && value !== "",
  );
  return (
    <form method="get" action={action} className={styles.filter} aria-label="筛选主题">
      <div className={styles.first}>
        <SectionSelect sections={sections} value={query.fid} />
        <PlainInput label="标题关键词" name="keyword" maxLength={40} defaultValue={query.keyword} />
        <button type="submit" className="button" data-primary>
          查找
        </button>
      </div>
      <details open={narrowed}>
        <summary>更多条件</summary>
        <div className={styles.more}>
          {classes.length > 0 ? (
            <PlainField label="分类">
              {(control) => (
                <select {...control} name="classId" defaultValue={query.classId ?? ""}>
                  <option value="">不限</option>
                  {classes.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              )}
            </PlainField>
          ) : null}
          <PlainField label="状态">
            {(control) => (
              <select {...control} name="state" defaultValue={query.state ?? ""}>
                <option value="">不限</option>
                <option value="listed">正常</option>
                <option value="pending">待审</option>
                <option value="refused">未通过</option>
                <option value="hidden">已屏蔽</option>
              </select>
            )}
          </PlainField>
          <YesOrNo label="精华" name="digest" value={query.digest} />
          <YesOrNo label="置顶" name="pinned" value={query.pinned} />
          <YesOrNo label="已关闭" name="closed" value={query.closed} />
          <PlainInput label="作者（昵称或 uid）" name="author" maxLength={40} defaultValue={query.author} />
          {(
            [
              ["viewsMin", "浏览不少于", query.viewsMin],
              ["repliesMin", "回复不少于", query.repliesMin],
              ["idleDays", "多少天没有回复", query.idleDays],
            ] as const
          ).map(([name, label, value]) => (
            <PlainInput
              key={name}
              label={label}
              name={name}
              inputMode="numeric"
              maxLength={7}
              defaultValue={value ?? ""}
            />
          ))}
          <PlainInput label="发表不早于" type="date" name="since" defaultValue={query.since ?? ""} />
          <PlainInput label="发表不晚于" type="date" name="to" defaultValue={query.to ?? ""} />
        </div>
      </details>
    </form>
  );
}
