import { conditionMax, resourceKinds, resourceLanguages } from "contract/resources/constants";
import type { ReactNode } from "react";
import { codeOptions, FilterChoice, FilterForm, FilterText } from "~/lists/works/filter-form";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { isNarrowed, type ListProblems, type ListQuery, listHref } from "./resources-query";

interface Class {
  id: number;
  name: string;
  child?: Class[];
}

/** The classes of all levels as options; lower levels are indented. */
const classOptions = (classes: Class[], depth = 0): ReactNode[] =>
  classes.flatMap(({ id, name, child = [] }) => [
    <option key={id} value={id}>
      {"　".repeat(depth)}
      {name}
    </option>,
    ...classOptions(child, depth + 1),
  ]);

interface ListFiltersProps {
  query: ListQuery;
  problems: ListProblems;
  classes: Class[];
  /** The years that the filter offers, the newest first. */
  years: number[];
}

/** The filters of the list of resources. */
export function ListFilters({ query, problems, classes, years }: ListFiltersProps) {
  const { to } = useShell();
  const hasFilters = isNarrowed(query) || query.classId !== undefined;
  const list = to(paths.resources());
  const cleared = listHref(list, query, { kind: "", language: "", year: "", q: "", classId: undefined });
  return (
    <FilterForm key={JSON.stringify(query)} action={list} cleared={hasFilters ? cleared : null}>
      {query.id === undefined ? null : <input type="hidden" name="id" value={query.id} />}
      {query.prodId === undefined ? null : <input type="hidden" name="prodId" value={query.prodId} />}
      {query.order === "newest" ? null : <input type="hidden" name="order" value={query.order} />}
      {query.view === "list" ? null : <input type="hidden" name="view" value={query.view} />}
      <FilterText
        value={query.q}
        placeholder="标题、型号、文件名"
        maxLength={conditionMax}
        problem={problems.q}
      />
      {query.prodId === undefined && classes.length > 0 ? (
        <FilterChoice name="classId" label="产品分类" all="全部产品" value={query.classId}>
          {classOptions(classes)}
        </FilterChoice>
      ) : null}
      <FilterChoice name="kind" label="类型" all="全部类型" value={query.kind} problem={problems.kind}>
        {codeOptions(resourceKinds)}
      </FilterChoice>
      <FilterChoice
        name="language"
        label="语言"
        all="全部语言"
        value={query.language}
        problem={problems.language}
      >
        {codeOptions(resourceLanguages)}
      </FilterChoice>
      <FilterChoice name="year" label="年份" all="全部年份" value={query.year} problem={problems.year}>
        {years.map((year) => (
          <option key={year} value={year}>
            {year} 年
          </option>
        ))}
      </FilterChoice>
    </FilterForm>
  );
}
