import { activityKinds, activityStates } from "contract/activities/constants";
import { codeOptions, FilterChoice, FilterForm, FilterText } from "~/lists/works/filter-form";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { isNarrowed, type ListQuery } from "./activities-query";

interface ActivityFiltersProps {
  query: ListQuery;
  problem: string | null;
}

/** What narrows the list of activities down. */
export function ActivityFilters({ query, problem }: ActivityFiltersProps) {
  const { to } = useShell();
  const list = to(paths.activities());
  return (
    <FilterForm key={JSON.stringify(query)} action={list} cleared={isNarrowed(query) ? list : null}>
      <FilterText value={query.q} placeholder="活动名称、地点" problem={problem} />
      <FilterChoice name="kind" label="类型" all="全部类型" value={query.kind}>
        {codeOptions(activityKinds)}
      </FilterChoice>
      <FilterChoice name="state" label="状态" all="全部状态" value={query.state}>
        {codeOptions(activityStates)}
      </FilterChoice>
    </FilterForm>
  );
}
