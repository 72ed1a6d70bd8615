import { signupStates } from "contract/activities/constants";
import { FilterForm } from "~/forms/inputs/filter-form";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import { paths } from "~/navigation/paths";
import { staffPaths } from "~/navigation/staff-paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import styles from "./signups.module.css";
import type { SignupsQuery } from "./signups-query.server";

interface Props {
  activityId: number;
  filters: SignupsQuery;
  categories: { key: string; name: string }[];
}

/**
 * The filter of the list, a GET form with and without JavaScript, and the link to download the whole list as a table.
 */
export function SignupFilter({ activityId, filters, categories }: Props) {
  const { to } = useShell();
  const select = (
    label: string,
    name: "state" | "category" | "came",
    options: (readonly [string, string])[],
  ) => (
    <SelectField label={label} name={name}>
      <option value="">全部</option>
      <Options of={options} />
    </SelectField>
  );
  return (
    <FilterForm
      key={JSON.stringify(filters)}
      id="filter"
      values={filters}
      action={to(paths.manage(activityId))}
      className={styles.filter}
      aria-label="筛选报名"
    >
      <TextField label="姓名，或手机号后四位" name="q" maxLength={60} />
      {select(
        "状态",
        "state",
        signupStates.map(({ code, name }) => [code, name] as const),
      )}
      {categories.length > 1
        ? select(
            "组别",
            "category",
            categories.map(({ key, name }) => [key, name] as const),
          )
        : null}
      {select("签到", "came", [
        ["1", "已签到"],
        ["0", "未签到"],
      ])}
      <button type="submit" className="button">
        <Icon name="search" />
        筛选
      </button>
      <a className="button" href={staffPaths.signupTable(activityId)}>
        <Icon name="download" />
        下载全部（CSV）
      </a>
    </FilterForm>
  );
}
