import type { CallResponse } from "contract";
import { keywordMax } from "contract/training/constants";
import { FilterChoice, FilterForm, FilterText } from "~/lists/works/filter-form";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { isNarrowed, type ListQuery } from "./courses-query";

interface CourseFiltersProps {
  query: ListQuery;
  problem: string | null;
  levels: CallResponse<"trainingLevels">;
  /** The name of the lecturer whose courses these are. */
  lecturer: string | null;
}

/** What has courses, and how many. */
const counted = (choices: { id: number; name: string; courses: number }[]) =>
  choices.map(({ id, name, courses }) => (
    <option key={id} value={id}>
      {`${name}（${courses}）`}
    </option>
  ));

/** What narrows the list of courses down. */
export function CourseFilters({ query, problem, levels, lecturer }: CourseFiltersProps) {
  const { to } = useShell();
  const list = to(paths.courses());
  return (
    <FilterForm key={JSON.stringify(query)} action={list} cleared={isNarrowed(query) ? list : null}>
      {query.order === "newest" ? null : <input type="hidden" name="order" value={query.order} />}
      <FilterText value={query.q} placeholder="课程、课时、型号" maxLength={keywordMax} problem={problem} />
      <FilterChoice name="classId" label="分类" all="全部分类" value={query.classId}>
        {counted(levels.classes)}
      </FilterChoice>
      <FilterChoice name="levelId" label="级别" all="全部级别" value={query.levelId}>
        {counted(levels.levels)}
      </FilterChoice>
      <FilterChoice name="prodId" label="产品" all="全部产品" value={query.prodId}>
        {counted(levels.products)}
      </FilterChoice>
      {query.lecturerId === undefined ? null : (
        <FilterChoice name="lecturerId" label="讲师" all="全部讲师" value={query.lecturerId}>
          <option value={query.lecturerId}>{lecturer ?? "这位讲师"}</option>
        </FilterChoice>
      )}
    </FilterForm>
  );
}
