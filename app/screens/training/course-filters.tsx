import { keywordMax } from "contract/training/constants";
import { FilterChoice, FilterForm, FilterText } from "~/lists/works/filter-form";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { isNarrowed, type ListQuery } from "./courses-query";
import { useLevels } from "./frame/use-levels";

interface CourseFiltersProps {
  query: ListQuery;
  problem: string | null;
  /** The name of the lecturer that the filter chooses. */
  lecturer: string | null;
}

/** Options of a filter, each with its number of courses. */
const options = (choices: { id: number; name: string; courses: number }[]) =>
  choices.map(({ id, name, courses }) => (
    <option key={id} value={id}>
      {`${name}（${courses}）`}
    </option>
  ));

/** The filters of the list of courses. */
export function CourseFilters({ query, problem, lecturer }: CourseFiltersProps) {
  const { to } = useShell();
  const { classes = [], levels = [], products = [] } = useLevels() ?? {};
  const list = to(paths.courses());
  return (
    <FilterForm key={JSON.stringify(query)} action={list} cleared={isNarrowed(query) ? list : null}>
      {query.order === "newest" ? null : <input type="hidden" name="order" value={query.order} />}
      <FilterText value={query.q} placeholder="课程、课时、型号" maxLength={keywordMax} problem={problem} />
      <FilterChoice name="classId" label="分类" all="全部分类" value={query.classId}>
        {options(classes)}
      </FilterChoice>
      <FilterChoice name="levelId" label="级别" all="全部级别" value={query.levelId}>
        {options(levels)}
      </FilterChoice>
      <FilterChoice name="prodId" label="产品" all="全部产品" value={query.prodId}>
        {options(products)}
      </FilterChoice>
      {query.lecturerId === undefined ? null : (
        <FilterChoice name="lecturerId" label="讲师" all="全部讲师" value={query.lecturerId}>
          <option value={query.lecturerId}>{lecturer ?? "这位讲师"}</option>
        </FilterChoice>
      )}
    </FilterForm>
  );
}
