import { TextInput } from "@mantine/core";
import { usageSources, usageSpans } from "contract/analytics/constants";
import { typed } from "~/forms/field-parts";
import { FilterForm } from "~/forms/inputs/filter-form";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { useInput } from "~/forms/inputs/use-input";
import { staffPaths } from "~/navigation/staff-paths";
import { useShell } from "~/navigation/use-shell";
import styles from "../fields/filter.module.css";
import type { NumbersPage } from "./numbers.server";
import { type NumbersQuery, thingOf } from "./numbers-query";

function DayField({ name, label, problem }: { name: string; label: string; problem: string | undefined }) {
  const { field, props } = useInput({ name, label, problems: problem ? [problem] : undefined });
  return <TextInput {...props} type="date" defaultValue={typed(field.initialValue) ?? ""} maxLength={40} />;
}

/** The form of the days and the source; the table and the chosen thing stay. */
export function NumbersFilter({ query, shown }: { query: NumbersQuery; shown: NumbersPage }) {
  const { to } = useShell();
  const { of, problems } = shown;
  const { days, since, to: until, source, id } = query;
  return (
    <FilterForm
      id="filter"
      values={{ days, since, to: until, source }}
      action={to(staffPaths.numbers())}
      className={styles.filter}
      aria-label="筛选数据"
    >
      <input type="hidden" name="of" value={of} />
      {id === undefined ? null : <input type="hidden" name="id" value={id} />}
      <SelectField name="days" label="时间">
        <Options of={usageSpans.map((one) => [String(one), `最近 ${one} 天`] as const)} />
      </SelectField>
      <DayField name="since" label="或者从" problem={problems.since} />
      <DayField name="to" label="到" problem={problems.to} />
      {thingOf(of) ? (
        <SelectField name="source" label="来源">
          <option value="">全部</option>
          <Options of={usageSources} />
        </SelectField>
      ) : null}
      <button type="submit" className="button">
        查看
      </button>
    </FilterForm>
  );
}
